"""Names of data sets that results tables often have."""

from outperform.data.roles import word_set, words_of

_KNOWN = word_set(
    "abalone adult anneal annealing arrhythmia audiology australian autos balance bank balancescale banknote blood "
    "breastcancer breastw bupa california car chess cifar10 cifar100 cmc colic contraceptive covertype crx creditg "
    "credita creditapproval cleveland cpu dermatology diabetes digits ecoli flags german glass haberman hayesroth "
    "heart heartc hearth heartstatlog hepatitis housing hypothyroid imagenet imdb ionosphere iris jungle kddcup "
    "krvskp labor letter liver lymph lymphography magic mnist fashionmnist monk monks1 monks2 monks3 mushroom "
    "mushrooms musk newthyroid nursery optdigits page pageblocks pendigits pima postoperative primarytumor promoters "
    "satimage satellite segment segmentation shuttle sick sonar soybean spambase spect spectf splice sst2 svhn "
    "thyroid tictactoe titanic usps vehicle votes vote voting vowel waveform wdbc wine winequality winequalityred "
    "wpbc yeast zoo"
)


def is_known_dataset(name: str) -> bool:
    """Return whether a name is one of a well-known data set.

    Examples
    --------
    >>> is_known_dataset("Breast-Cancer"), is_known_dataset("kr vs kp"), is_known_dataset("forest")
    (True, True, False)
    """
    return words_of(name).replace(" ", "") in _KNOWN
