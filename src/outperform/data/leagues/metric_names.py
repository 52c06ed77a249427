"""Names of metrics, written in lower case without blanks and signs: whether higher or lower is better."""

SHARES = frozenset(
    {
        *("accuracy", "acc", "predictiveaccuracy", "classificationaccuracy", "testaccuracy", "correct", "hitrate"),
        *("percentcorrect", "pctcorrect", "percentagecorrect", "correctlyclassified", "correctlyclassifiedinstances"),
        *("balancedaccuracy", "balancedacc", "balacc", "bacc", "bac", "meanclassaccuracy", "averageclassaccuracy"),
        *("auc", "rocauc", "aucroc", "auroc", "roc", "rocarea", "areaunderroc", "areaunderroccurve", "aucscore"),
        *("areaundercurve", "areaunderthecurve", "areaundertheroccurve", "mauc", "aunu", "aunp", "au1u", "au1p"),
        *("prauc", "aucpr", "auprc", "aupr", "aucprc", "prcarea", "areaunderprc", "areaunderprcurve"),
        *("averageprecision", "avgprecision", "ap", "map", "meanaverageprecision"),
        *("f1", "f1score", "f1measure", "fscore", "fmeasure", "fbeta", "fbetascore", "f05", "f2"),
        *("precision", "irprecision", "ppv", "positivepredictivevalue", "npv", "negativepredictivevalue"),
        *("recall", "irrecall", "sensitivity", "sens", "specificity", "spec", "tpr", "tnr"),
        *("truepositiverate", "truenegativerate", "gmean", "geometricmean", "hmean"),
        *("jaccard", "jaccardindex", "iou", "miou", "meaniou", "dice", "dicecoefficient"),
        *("topkaccuracy", "top1", "top5", "top1accuracy", "top5accuracy", "top1acc", "top5acc"),
        *("exactmatch", "em", "ndcg", "mrr", "cindex", "concordanceindex", "subsetaccuracy", "labelaccuracy"),
    }
)
"""Higher is better, and every score is a share: from 0 to 1, or from 0 to 100 where it is a percentage."""

GAINS = frozenset(
    {
        *("kappa", "kappastatistic", "cohenkappa", "cohenskappa", "weightedkappa", "quadraticweightedkappa", "qwk"),
        *("mcc", "matthews", "matthewscorrcoef", "matthewscorrelation", "matthewscorrelationcoefficient", "phi"),
        *("r2", "rsq", "rsquared", "r2score", "coefficientofdetermination", "explainedvariance", "expvar"),
        *("correlation", "correlationcoefficient", "corr", "pearson", "pearsonr", "pearsoncorrelation", "pcc"),
        *("spearman", "spearmanr", "spearmanrho", "srho", "srcc", "plcc", "kendall", "kendalltau", "ktau"),
        *("d2absoluteerror", "d2pinball", "d2logloss", "d2brier", "d2tweedie"),
        *("ari", "adjustedrand", "adjustedrandindex", "rand", "randindex", "ami", "adjustedmutualinfo", "nmi"),
        *("adjustedmutualinformation", "mutualinfo", "normalizedmutualinfo", "normalizedmutualinformation"),
        *("vmeasure", "homogeneity", "completeness", "fowlkesmallows", "silhouette", "purity"),
        *("bleu", "rouge", "rouge1", "rouge2", "rougel", "meteor", "chrf", "bertscore", "comet"),
        *(
            "gini",
            "informedness",
            "youden",
            "youdensj",
            "lift",
            "loglikelihood",
            "positivelikelihoodratio",
            "skill",
            "skillscore",
        ),
        *("kbinformation", "kbmeaninformation", "kbrelativeinformation", "kbrelativeinformationscore"),
        *("psnr", "ssim", "reward", "return", "totalreward", "successrate", "winrate", "throughput"),
    }
)
"""Higher is better; the scores are no shares."""

LOSSES = frozenset(
    {
        *("error", "errorrate", "err", "misclassification", "misclassificationrate", "misclassificationerror"),
        *("classificationerror", "ce", "mmce", "mce", "percentincorrect", "pctincorrect", "incorrectlyclassified"),
        *("zerooneloss", "01loss", "balancederrorrate", "balancederror", "ber", "meanpce", "maxpce"),
        *("logloss", "logarithmicloss", "crossentropy", "xent", "multiclasslogloss", "mlogloss", "binarylogloss"),
        *("brier", "brierscore", "brierloss", "brierscoreloss", "bbrier", "mbrier"),
        *("hinge", "hingeloss", "hammingloss", "rankingloss", "labelrankingloss", "coverageerror", "oneerror"),
        *("mae", "meanabsoluteerror", "mse", "meansquarederror", "rmse", "rootmeansquarederror", "rootmeansquareerror"),
        *("msle", "meansquaredlogerror", "rmsle", "rootmeansquaredlogerror", "sse", "sae", "mad"),
        *("mape", "meanabsolutepercentageerror", "smape", "mase", "wape", "wql", "sql", "rmsse", "owa", "rmspe"),
        *("nrmse", "normalizedrmse", "nmse", "nmae", "rae", "relativeabsoluteerror", "rrse", "rse"),
        *("rootrelativesquarederror", "relativesquarederror", "medae", "medse", "medianabsoluteerror", "maxae"),
        *("maxerror", "maximumerror", "pinball", "pinballloss", "meanpinballloss", "quantileloss", "crps"),
        *("meanpoissondeviance", "meangammadeviance", "meantweediedeviance", "deviance", "poissondeviance"),
        *("ece", "expectedcalibrationerror", "calibrationerror", "eer", "equalerrorrate", "fid"),
        *("fpr", "fnr", "falsepositiverate", "falsenegativerate", "fallout", "missrate", "negativelikelihoodratio"),
        *("perplexity", "ppl", "wer", "cer", "worderrorrate", "charactererrorrate", "loss", "testloss", "regret"),
        *("time", "runtime", "traintime", "trainingtime", "testtime", "fittime", "walltime", "cputime", "seconds"),
        *("duration", "latency", "cost", "elapsedtime", "elapsedtimetraining", "elapsedtimetesting"),
        *("usercputimetraining", "usercputimetesting", "usercputimemillis", "wallclocktimemillis"),
        *("usercputimemillistraining", "usercputimemillistesting", "wallclocktimemillistraining"),
    }
)
"""Lower is better, and no score is below 0."""

COSTS = frozenset({"nll", "negativeloglikelihood", "negloglikelihood", "aic", "bic", "energy"})
"""Lower is better; scores may lie on either side of 0."""

BEFORE = frozenset(
    {
        *("test", "testing", "val", "valid", "validation", "cv", "holdout", "final", "metric", "metrics", "eval"),
        *("mean", "avg", "average", "weighted", "unweighted", "macro", "micro", "classif", "regr", "clust", "surv"),
        *("the", "median", "score", "overall"),
    }
)
"""Words before the name of a metric that change neither direction nor unit."""

AFTER = frozenset(
    {
        *("score", "scores", "value", "mean", "avg", "average", "macro", "micro", "weighted", "binary", "samples"),
        *("ovr", "ovo", "test", "val", "cv", "percent", "pct", "percentage", "in", "uniform", "sqrt", "coefficient"),
        *("measure", "rate", "index", "none", "raw", "metric"),
    }
)
"""The same after it."""

UNCLEAR = frozenset({"em", "map", "ap", "ce", "roc", "spec", "return", "energy", "gini", "rand", "phi", "mad", "comet"})
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
