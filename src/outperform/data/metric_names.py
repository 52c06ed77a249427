"""Names of metrics, written in lower case without blanks and signs: whether higher or lower is better.

A name that is in none of these lists, alone or as ``metric_meanings`` takes it apart, is unknown and never guessed.
"""

from outperform.data.roles import word_set

SHARES = word_set(
    "accuracy acc predictiveaccuracy classificationaccuracy testaccuracy correct hitrate percentcorrect pctcorrect "
    "percentagecorrect correctlyclassified correctlyclassifiedinstances balancedaccuracy balancedacc balacc bacc bac "
    "meanclassaccuracy averageclassaccuracy auc rocauc aucroc auroc roc rocarea areaunderroc areaunderroccurve "
    "aucscore areaundercurve areaunderthecurve areaundertheroccurve mauc aunu aunp au1u au1p prauc aucpr auprc aupr "
    "aucprc prcarea areaunderprc areaunderprcurve averageprecision avgprecision ap map meanaverageprecision f1 "
    "f1score f1measure fscore fmeasure fbeta fbetascore f05 f2 precision irprecision ppv positivepredictivevalue npv "
    "negativepredictivevalue recall irrecall sensitivity sens specificity spec tpr tnr truepositiverate "
    "truenegativerate gmean geometricmean hmean jaccard jaccardindex iou miou meaniou dice dicecoefficient "
    "topkaccuracy top1 top5 top1accuracy top5accuracy top1acc top5acc exactmatch em ndcg mrr cindex concordanceindex "
    "subsetaccuracy labelaccuracy"
)
"""Higher is better, and every score is a share: from 0 to 1, or from 0 to 100 where it is a percentage."""

ROW_SHARES = word_set(
    "accuracy acc predictiveaccuracy classificationaccuracy correct hitrate correctlyclassified "
    "correctlyclassifiedinstances subsetaccuracy exactmatch topkaccuracy top1 top5 top1accuracy top5accuracy top1acc "
    "top5acc error errorrate misclassification misclassificationrate misclassificationerror classificationerror "
    "zerooneloss 01loss mmce incorrectlyclassified"
)
"""Shares of the test rows: right, or wrong, over all."""

GAINS = word_set(
    "kappa kappastatistic cohenkappa cohenskappa weightedkappa quadraticweightedkappa qwk mcc matthews "
    "matthewscorrcoef matthewscorrelation matthewscorrelationcoefficient phi r2 rsq rsquared r2score "
    "coefficientofdetermination explainedvariance expvar correlation correlationcoefficient corr pearson pearsonr "
    "pearsoncorrelation pcc spearman spearmanr spearmanrho srho srcc plcc kendall kendalltau ktau d2absoluteerror "
    "d2pinball d2logloss d2brier d2tweedie d2 ari adjustedrand adjustedrandindex rand randindex ami "
    "adjustedmutualinfo nmi adjustedmutualinformation mutualinfo normalizedmutualinfo normalizedmutualinformation "
    "vmeasure homogeneity completeness fowlkesmallows silhouette purity bleu rouge rouge1 rouge2 rougel rougelsum "
    "meteor chrf bertscore comet bleurt cider sacrebleu bleu1 bleu2 bleu3 bleu4 gini informedness youden youdensj "
    "lift loglikelihood logprob logprobability likelihood elbo positivelikelihoodratio skill skillscore "
    "kbinformation kbmeaninformation kbrelativeinformation kbrelativeinformationscore psnr ssim msssim reward return "
    "totalreward throughput successrate success successes winrate wins passrate pass passed passes solved solverate "
    "resolved resolverate completionrate taskcompletion tasksuccess correctness ncorrect iscorrect right hits match "
    "matches includes choice exact pattern modelgradedqa modelgradedfact accnorm mc1 mc2 quasiexactmatch "
    "prefixexactmatch quasiprefixexactmatch codeevalacc truepositives truenegatives elo elorating speedup "
    "helpfulness truthfulness faithfulness groundedness harmlessness honesty relevance answerrelevancy "
    "answerrelevance coherence fluency usefulness informativeness satisfaction similarity cosinesimilarity "
    "semanticsimilarity uptime availability revenue profit pnl roi sharpe sharperatio conversionrate retentionrate "
    "qps tps detectionrate hota mota map50 map5095 ap50 ap75 netbenefit savings costsavings hit win cossim helpful "
    "truthful harmless safe factuality episodereturn meanreturn averagereturn adjr2 r2adj adjustedr2 kappaquadratic "
    "testspassed correctanswers"
)
"""Higher is better; the scores are no shares."""

LOSSES = word_set(
    # shares and counts of what went wrong
    "error errors errorrate errorcount err misclassification misclassificationrate misclassifications "
    "misclassificationerror misclassified classificationerror ce mmce mce percentincorrect pctincorrect "
    "incorrectlyclassified incorrect inaccuracy wrong zerooneloss 01loss balancederrorrate balancederror ber meanpce "
    "maxpce oneerror coverageerror mistake mistakes failure failures failed fails fault faults violation violations "
    "crash crashes bugs defects incidents collisions casualties deaths mortality complaints timeouts exceptions "
    "misses missed unsolved contradiction contradictions halluc wronganswers defect collision timeout inconsistency "
    "inconsistencies incoherence downtime churn bouncerate repetition fpr fnr falsepositiverate falsenegativerate "
    "fallout missrate far frr fdr hter falsepositive falsepositives falsenegative falsenegatives fp fn falsealarm "
    "falsealarms falsealarmrate falsediscoveryrate falseomissionrate falseacceptancerate falseacceptrate "
    "falserejectionrate falserejectrate falserefusals falserefusalrate overrefusal eer equalerrorrate "
    "negativelikelihoodratio typeierror type1error typeiierror type2error overrefusalrate type1errorrate "
    "type2errorrate misclass misclf bug exception typo typos unfaithfulness infractions disengagements outages "
    "complications relapse readmission readmissions adverseevents infections fails falseneg falsepos mindcf dcf aurc "
    "eaurc violating invalid augrc ause riskcoverageauc aucriskcoverage areaunderriskcoverage riskcoverage "
    "areaunderriskcoveragecurve areaundertheriskcoveragecurve riskcoveragearea excessaurc "
    # errors of numbers and probabilities
    "hinge hingeloss hammingloss rankingloss labelrankingloss huber huberloss logcosh logloss logarithmicloss "
    "crossentropy xent multiclasslogloss mlogloss binarylogloss brier brierscore brierloss brierscoreloss bbrier "
    "mbrier crossentropyloss celoss mae meanabsoluteerror mse meansquarederror rmse rootmeansquarederror "
    "rootmeansquareerror msle meansquaredlogerror rmsle rootmeansquaredlogerror sse sae mad rmsd msd rss mape "
    "meanabsolutepercentageerror smape mase wape wql sql rmsse owa rmspe nrmse normalizedrmse nmse nmae rae "
    "relativeabsoluteerror rrse rse wmape mdape rootrelativesquarederror relativesquarederror medae medse "
    "medianabsoluteerror maxae mre maxerror maximumerror pinball pinballloss meanpinballloss quantileloss crps "
    "winkler meanpoissondeviance meangammadeviance meantweediedeviance deviance poissondeviance gammadeviance "
    "tweediedeviance intervalscore energyscore ignorancescore bias residuals ece expectedcalibrationerror "
    "calibrationerror ace sce tce miscalibration ici reconstructionerror absoluteerror squarederror ade fde rpe epe "
    "mpjpe surprisal inertia daviesbouldin daviesbouldinscore distortion disparity unfairness bce bceloss msis mbe "
    "ape crossent optgap suboptimality quantilescore "
    # distances and divergences
    "editdistance levenshtein levenshteindistance hamming hammingdistance hausdorff chamfer hausdorffdistance "
    "chamferdistance wasserstein wassersteindistance emd earthmoversdistance earthmoverdistance frechetdistance fid "
    "frechetinceptiondistance kid fad fvd lpips kernelinceptiondistance kl kld kldiv kldivergence kullbackleibler "
    "jsd jsdivergence kullbackleiblerdivergence jensenshannon jensenshannondivergence mmd hellinger tvd "
    "jensenshannondistance totalvariationdistance cosinedistance euclideandistance wordmoversdistance divergence "
    "discrepancy editdist levdist levenshteindist hammingdist frechetdist jsdiv energydistance slicedwasserstein "
    "niqe brisque normalizededitdistance "
    # language
    "perplexity ppl wordperplexity byteperplexity bitsperbyte bpb bitspercharacter bpc bitspertoken bitsperdim bpd "
    "wer cer ter per der jer worderrorrate charactererrorrate tokenerrorrate phonemeerrorrate sentenceerrorrate "
    "diarizationerrorrate toxicity toxic harm harmfulness harmful unsafe hallucination hallucinations hallucinated "
    "jailbreak jailbreaks jailbroken misinformation sycophancy deception profanity offensiveness insults threats "
    "stereotypes leakage leaks memorization "
    # what is spent, and what is lost by a choice
    "timetaken timespent moneyspent dollarsspent spend tpot carbon memorymb memorygb vrammb vramgb rammb ramgb "
    "gpuhours cpuhours gputime energyj energykwh energywh time runtime traintime trainingtime testtime fittime "
    "walltime cputime seconds duration latency elapsed elapsedtime elapsedtimetraining elapsedtimetesting ttft delay "
    "usercputimetraining usercputimetesting usercputimemillis wallclocktimemillis ms milliseconds "
    "usercputimemillistraining usercputimemillistesting wallclocktimemillistraining makespan timetofirsttoken "
    "timetoanswer timetosolution timetocompletion timetoconvergence emissions co2 memoryusage peakmemory overhead "
    "waste tardiness regret simpleregret cumulativeregret penalties optimalitygap dualitygap generalizationgap"
)
"""Lower is better, and no score is below 0."""

VAGUE = word_set(
    "loss losses testloss cost costs price expense expenses penalty risk excessrisk empiricalrisk bayesrisk"
)
"""Lower is better; a score below 0 may be right, or minus such a score."""

COSTS = frozenset({"nll", "negativeloglikelihood", "negloglikelihood", "negativeelbo", "aic", "bic", "energy"})
"""Lower is better; scores may lie on either side of 0."""

BEFORE = word_set(
    "test testing val valid validation cv holdout final metric metrics eval mean avg average weighted unweighted "
    "macro micro classif regr clust surv the median score overall"
)
"""Words before the name of a metric that change neither direction nor unit."""

COUNTS = word_set(
    "n num number nr count total sum rate share percentage percent pct frac fraction proportion frequency "
    "probability prob amount max min best last level mean avg average median train training dev oof log raw "
    "normalized relative"
)
"""More words before it, of counts and shares: num_errors, rate of failures."""

AFTER = word_set(
    "score scores value mean avg average macro micro weighted binary samples ovr ovo test val cv percent pct "
    "percentage in uniform sqrt coefficient measure rate index none raw metric"
)
"""The same after it."""

UNITS = word_set(
    "ms msec s sec secs second seconds millis us ns min mins minutes h hours usd eur gbp dollars euros cents bits "
    "bytes nats kb mb gb px pp bps wh kwh kg mm cm p50 p75 p90 p95 p99 p999 k norm max total sum count counts number "
    "num frac fraction share ratio prob final probability level overall all best last train dev median bin bins min "
    "strict normalized usage abs j joules hour day"
)
"""More words after it: units, summaries, parts of the data."""

ENDINGS = word_set(
    "accuracy acc balancedaccuracy auc rocauc auroc prauc auprc averageprecision f1 f1score fscore fmeasure "
    "precision recall specificity iou miou dice ndcg mrr exactmatch correct kappa mcc r2 rsquared correlation bleu "
    "rouge rougel bertscore skill skillscore success successrate passrate winrate hitrate solverate reward "
    "throughput loglikelihood logprob helpfulness faithfulness truthfulness error errors errorrate err errs "
    "misclassifications incorrect inaccuracy mistake mistakes failure failures violation violations crashes bugs "
    "defects contradictions leakage fpr fnr falsepositiverate falsenegativerate falsepositives falsenegatives "
    "falsealarms falsealarmrate falsediscoveryrate missrate eer loss losses hingeloss hammingloss logloss "
    "crossentropy brier brierscore mae mse rmse msle rmsle mape smape mase crps pinball deviance ece "
    "calibrationerror editdistance levenshtein fid hammingdistance kldivergence kl divergence perplexity ppl "
    "bitsperbyte wer cer toxicity hallucination hallucinations jailbreaks latency regret penalty emissions bias nll "
    "wassersteindistance chamferdistance hausdorffdistance cosinedistance"
)
"""Names that say the direction with any words before them that do not turn them round: grammar_errors, span f1."""

GLUED = ("loss", "losses", "error", "errors", "rmse", "perplexity", "latency", "accuracy")
"""The same as the end of a word: valloss, charerrors, testaccuracy."""

TECHNICAL = word_set(
    "wer cer ter ppl bpb bitsperbyte perplexity rmse rmsle mse mae mape nll logloss crossentropy brier brierscore "
    "ece crps eer fid fpr fnr smape mase lpips accuracy acc balancedaccuracy auc rocauc auroc prauc auprc "
    "averageprecision f1 f1score fscore fmeasure precision recall iou miou dice ndcg mrr exactmatch kappa mcc r2 "
    "bleu rouge rougel bertscore loglikelihood logprob"
)
"""Names that mean no other thing: "no" and the like before them are about the data (zero-shot accuracy), and a loss
among them stays one whatever follows it, unless that turns it round: wer_clean, ece_10_bin."""

BAD = word_set(
    "unsafe harmful toxic incorrect wrong failed failing hallucinated unsupported unfaithful invalid missed "
    "misclassified broken unsolved violating false refuted"
)
HARM = word_set(
    "jailbreak jailbreaks jailbroken attack attacks attacker adversary exploit exploits harmful harm unsafe toxic "
    "leak leaks breach breaches violation violations fail fraud abuse poison poisoned backdoor injection lack low "
    "lowest"
)
"""Words that make a gain unclear: jailbreak_success_rate, harmful_pass_rate."""
GOOD = frozenset({"correct", "passed", "passing", "solved", "resolved", "right", "successful"})
THINGS = word_set(
    "responses answers outputs claims facts items cases tests predictions questions completions generations "
    "sentences runs calls statements citations alarms alerts tasks problems issues labels rows instances requests "
    "steps episodes attempts"
)
"""``BAD`` and ``GOOD`` things are counted: unsafe_responses, tests_failed, correct answers."""

SPENT = frozenset({"time", "times", "runtime", "duration", "seconds", "cost", "costs", "price", "delay", "elapsed"})
"""What is spent: lower is better where all words before it are of ``SPENDING``; on_time is unclear."""

SPENDING = word_set(
    "response request inference prediction predict query processing execution compute computation computing wall "
    "clock wallclock cpu gpu user fit fitting train training test score scoring search run running elapsed "
    "generation decoding decode prefill queue wait waiting loading load build api token tokens llm model agent tool "
    "step solve solving completion recovery repair total mean avg average median max min sum unit item call delivery "
    "setup startup end usd eur dollar money misclassification error expected energy transport travel handling "
    "resolution"
)

NEGATING = word_set(
    "free less no non not without zero anti never none lack absence avoid avoided avoidance prevented prevention "
    "saved recovered detected corrected fixed fixes caught resolved handled found allowed low lower lowest high "
    "fewer more explained win and profit weight stop survival real one"
)
"""Words that turn a plain word round, or make it unclear: error_free, no_errors, weight_loss."""

CHANGING = word_set(
    "inverse inverted inv reciprocal complement minus delta diff difference change reduction reduced reduce saving "
    "savings improvement improved improve gain gains decrease decreased increase increased std stderr standard var "
    "variance target threshold limit budget false wrong missed missing failed fake attack attacker adversary skill "
    "d2 versus vs"
)
"""Words that make of any metric another one: error_reduction, inverse_rmse, std_accuracy, attack_success_rate."""

AWAY = word_set(
    "robustness resistance resistant tolerance tolerant detection detector correction effectiveness efficiency "
    "benefit recovery balance"
)
"""The same after a metric alone: wer_robustness."""

LOSING = word_set(
    "drop drops dropped gap gaps lost lose losing loser decline declined fall degradation degraded deterioration "
    "forgetting forgotten deficit shortfall damage miss misses mismatch mismatches mismatched fail fails unable "
    "reject rejected rank ranks place position distance distances dist spent spending expense slow slowdown lag "
    "worse inaccurate imprecise inexact nonexact uncorrected mia membership reidentification deanonymization "
    "linkability c2st discriminator opposite reverse reversed negation contrary wrongly incorrectly erroneous "
    "refuted"
)
"""More words that no gain has beside it: drop_accuracy, rank_accuracy; mia_auc is that of an attack."""

NO_LOSS = word_set("per far ms ter der jer kid ce ace fad ape fn fp mad hamming")
"""Names of losses that mean other things beside a gain: per_class_accuracy, far_ood_auroc, ms_marco_ndcg."""

NO = frozenset({"no", "non", "not", "anti", "never", "without", "un", "lack", "absence"})
"""Words that turn round whatever follows them: not_accuracy."""

TASKS = word_set(
    "detection classification prediction recognition correction forecast forecasting estimation identification "
    "localization retrieval attribution diagnosis screening"
)
"""What is done with the word before it: error_detection_f1 is the share of errors that are found."""

DIMENSIONS = word_set(
    "ms msec s sec secs second seconds millis us ns mins minutes h hours hour day usd eur gbp dollars euros cents kb "
    "mb gb px wh kwh kg mm cm j joules"
)
"""Units that no share has: accuracy_seconds."""

OF_A_CLASS = word_set(
    "class classes label labels sample samples example examples case cases item items pair pairs sentiment "
    "predictive review reviews test result results"
)
"""Words after "negative" that make it the name of a class, not a sign."""

UNCLEAR = word_set(
    "em map ap ce roc spec return energy gini rand phi mad comet match includes choice exact pattern right pass far "
    "per ace kid fad harm bias elo risk price lift spice cider ter der jer fn fp d2 kl hamming levenshtein inertia "
    "hit win safe spend carbon bug ape bce dcf reward churn delay waste elapsed co2 wins hits"
)
"""Names of metrics that may as well be the names of learners."""

SYNONYMS = (
    frozenset({"accuracy", "acc", "predictiveaccuracy", "percentcorrect", "classificationaccuracy"}),
    frozenset({"balancedaccuracy", "balacc", "bacc", "bac"}),
    frozenset({"auc", "rocauc", "auroc", "areaunderroc", "areaunderroccurve"}),
    frozenset({"kappa", "kappastatistic", "cohenkappa"}),
    frozenset({"mcc", "matthewscorrcoef", "matthewscorrelation", "matthewscorrelationcoefficient"}),
    frozenset({"logloss", "crossentropy"}),
    frozenset({"rmse", "rootmeansquarederror"}),
    frozenset({"mse", "meansquarederror"}),
    frozenset({"mae", "meanabsoluteerror"}),
    frozenset({"r2", "rsq", "rsquared"}),
    frozenset({"error", "errorrate", "ce", "percentincorrect", "misclassificationrate"}),
)
"""Names of one metric in different tools."""
