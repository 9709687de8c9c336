# Made from the Java stages by PythonParamsTest. Do not edit: the test writes it, copy that.
"""Params of the stages: one class a stage, and one of what the estimators share."""

from typing import List, Optional, TypeVar, Union

from pyspark import keyword_only
from pyspark.ml.param import Param, Params, TypeConverters

_Stage = TypeVar("_Stage", bound=Params)


def _pay_again(value: Union[bool, str]) -> str:
    """The value of ``payAgain``: True means always, and False never."""
    if isinstance(value, bool):
        return "always" if value else "never"
    return TypeConverters.toString(value)


class _EstimatorParams(Params):
    """Params that the estimators of vectors have."""

    bound: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "bound",
        "public bound on the l2 norm of every row, in data units, > 0; longer rows are scaled to it; method recentred does not need it, and searches no further (default there: 2^498)",
        typeConverter=TypeConverters.toFloat,
    )

    def setBound(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`bound`, and gives this stage back."""
        return self._set(bound=value)

    def getBound(self) -> float:
        """Value of :py:attr:`bound`."""
        return self.getOrDefault(self.bound)

    confidence: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "confidence",
        "confidence of the error bars, in (0, 1) (default: 0.95)",
        typeConverter=TypeConverters.toFloat,
    )

    def setConfidence(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`confidence`, and gives this stage back."""
        return self._set(confidence=value)

    def getConfidence(self) -> float:
        """Value of :py:attr:`confidence`."""
        return self.getOrDefault(self.confidence)

    coordinateBound: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "coordinateBound",
        "public bound on the absolute value of every coordinate, in data units, > 0; larger values are clipped to it (method recentred scales rows to the norm that it allows)",
        typeConverter=TypeConverters.toFloat,
    )

    def setCoordinateBound(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`coordinateBound`, and gives this stage back."""
        return self._set(coordinateBound=value)

    def getCoordinateBound(self) -> float:
        """Value of :py:attr:`coordinateBound`."""
        return self.getOrDefault(self.coordinateBound)

    delta: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "delta",
        "privacy budget delta of (epsilon, delta)-DP, in (0, 1); set it with epsilon; choose it far below 1 / number of rows",
        typeConverter=TypeConverters.toFloat,
    )

    def setDelta(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`delta`, and gives this stage back."""
        return self._set(delta=value)

    def getDelta(self) -> float:
        """Value of :py:attr:`delta`."""
        return self.getOrDefault(self.delta)

    dimension: Param[int] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "dimension",
        "number of coordinates of a row, >= 1 (default: from the input column's metadata)",
        typeConverter=TypeConverters.toInt,
    )

    def setDimension(self: _Stage, value: int) -> _Stage:
        """Sets :py:attr:`dimension`, and gives this stage back."""
        return self._set(dimension=value)

    def getDimension(self) -> int:
        """Value of :py:attr:`dimension`."""
        return self.getOrDefault(self.dimension)

    epsilon: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "epsilon",
        "privacy budget epsilon of (epsilon, delta)-DP, > 0; set it with delta, or alone with trustModel local",
        typeConverter=TypeConverters.toFloat,
    )

    def setEpsilon(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`epsilon`, and gives this stage back."""
        return self._set(epsilon=value)

    def getEpsilon(self) -> float:
        """Value of :py:attr:`epsilon`."""
        return self.getOrDefault(self.epsilon)

    handleInvalid: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "handleInvalid",
        "treatment of rows that are null, not finite or of the wrong length: error (the fit fails, which reveals that such a row exists), zero (the row counts as the zero vector) or skip (the row is left out; only with neighbours addRemove); a ledger refuses error unless it was created to allow it (default: error; under a ledger zero, or skip with neighbours addRemove)",
        typeConverter=TypeConverters.toString,
    )

    def setHandleInvalid(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`handleInvalid`, and gives this stage back."""
        return self._set(handleInvalid=value)

    def getHandleInvalid(self) -> str:
        """Value of :py:attr:`handleInvalid`."""
        return self.getOrDefault(self.handleInvalid)

    inputCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "inputCol",
        "name of the input column, of type vector, array<double> or array<float>",
        typeConverter=TypeConverters.toString,
    )

    def setInputCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`inputCol`, and gives this stage back."""
        return self._set(inputCol=value)

    def getInputCol(self) -> str:
        """Value of :py:attr:`inputCol`."""
        return self.getOrDefault(self.inputCol)

    ledger: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "ledger",
        "URI of the durable ledger that pays for the fit, such as file:/dir, hdfs:, s3a: or jdbc:, without user and password; all fits under one ledger share its budget (default: spark.privatemean.ledger, else none)",
        typeConverter=TypeConverters.toString,
    )

    def setLedger(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`ledger`, and gives this stage back."""
        return self._set(ledger=value)

    def getLedger(self) -> str:
        """Value of :py:attr:`ledger`."""
        return self.getOrDefault(self.ledger)

    ledgerAtLeast: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "ledgerAtLeast",
        "entry that the ledger must contain, NUMBER:HASH as in a report's ledgerEntry: a ledger that has lost it, such as a restored backup, is refused (no default)",
        typeConverter=TypeConverters.toString,
    )

    def setLedgerAtLeast(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`ledgerAtLeast`, and gives this stage back."""
        return self._set(ledgerAtLeast=value)

    def getLedgerAtLeast(self) -> str:
        """Value of :py:attr:`ledgerAtLeast`."""
        return self.getOrDefault(self.ledgerAtLeast)

    ledgerKeyFile: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "ledgerKeyFile",
        "file with the secret key of the ledger, at least 32 bytes, readable only by its writers (no default: entries are hashed, not tagged)",
        typeConverter=TypeConverters.toString,
    )

    def setLedgerKeyFile(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`ledgerKeyFile`, and gives this stage back."""
        return self._set(ledgerKeyFile=value)

    def getLedgerKeyFile(self) -> str:
        """Value of :py:attr:`ledgerKeyFile`."""
        return self.getOrDefault(self.ledgerKeyFile)

    ledgerScope: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "ledgerScope",
        "rows to fit, as a part of the ledger: / (all), /COLUMN=VALUE or /hash=BUCKET; other rows are left out (default: /)",
        typeConverter=TypeConverters.toString,
    )

    def setLedgerScope(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`ledgerScope`, and gives this stage back."""
        return self._set(ledgerScope=value)

    def getLedgerScope(self) -> str:
        """Value of :py:attr:`ledgerScope`."""
        return self.getOrDefault(self.ledgerScope)

    minNorm: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "minNorm",
        "public l2 norm below which method recentred does not search, in data units, > 0; it narrows the search (default: 2^-498)",
        typeConverter=TypeConverters.toFloat,
    )

    def setMinNorm(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`minNorm`, and gives this stage back."""
        return self._set(minNorm=value)

    def getMinNorm(self) -> float:
        """Value of :py:attr:`minNorm`."""
        return self.getOrDefault(self.minNorm)

    neighbours: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "neighbours",
        "neighbour relation of the guarantee: replace (data sets differ by replacing one row; the number of rows is public) or addRemove (by adding or removing one row; the number of rows is private and released with noise); with personCol it is about all rows of a person instead of one row (default: addRemove with groupCols, else replace)",
        typeConverter=TypeConverters.toString,
    )

    def setNeighbours(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`neighbours`, and gives this stage back."""
        return self._set(neighbours=value)

    def getNeighbours(self) -> str:
        """Value of :py:attr:`neighbours`."""
        return self.getOrDefault(self.neighbours)

    outputCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "outputCol",
        "name of the output column: the model appends the private mean to every row (default: uid + __output)",
        typeConverter=TypeConverters.toString,
    )

    def setOutputCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`outputCol`, and gives this stage back."""
        return self._set(outputCol=value)

    def getOutputCol(self) -> str:
        """Value of :py:attr:`outputCol`."""
        return self.getOrDefault(self.outputCol)

    payAgain: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "payAgain",
        "rule for paying again if an earlier fit of this releaseName may have drawn its noise and stored no result: never, dead (if that fit, which had also set payAgain, has sent no heartbeat for 50 seconds) or always; true means always, and false never (default: never)",
        typeConverter=_pay_again,
    )

    def setPayAgain(self: _Stage, value: Union[bool, str]) -> _Stage:
        """Sets :py:attr:`payAgain`, and gives this stage back."""
        return self._set(payAgain=value)

    def getPayAgain(self) -> str:
        """Value of :py:attr:`payAgain`."""
        return self.getOrDefault(self.payAgain)

    rareUnit: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "rareUnit",
        "public unit, in data units, >= 0, of columns in which the private queries of method recentred with scaling standard detect only one value (such as a 0/1 column with few ones); larger values count as about this unit; 0 turns it off: the interval of such a column then covers the noise only (default: 1)",
        typeConverter=TypeConverters.toFloat,
    )

    def setRareUnit(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`rareUnit`, and gives this stage back."""
        return self._set(rareUnit=value)

    def getRareUnit(self) -> float:
        """Value of :py:attr:`rareUnit`."""
        return self.getOrDefault(self.rareUnit)

    regions: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "regions",
        "coverage of the error bars: none (the noise), sample (the mean of the rows, as far as private queries detect what clipping removes; costs about 2 % of the budget; method recentred only) or proved (the mean of the rows clipped to twice the norm, and with scaling standard to the limits of columns before, with a proof) (default: sample)",
        typeConverter=TypeConverters.toString,
    )

    def setRegions(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`regions`, and gives this stage back."""
        return self._set(regions=value)

    def getRegions(self) -> str:
        """Value of :py:attr:`regions`."""
        return self.getOrDefault(self.regions)

    releaseName: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "releaseName",
        "name of the release in the ledger, 1 to 200 of A-Za-z0-9 ._/@:+-: the same request under the same name returns the stored result and costs nothing; no personal data (no default: a fit that fails after its charge is paid for and lost)",
        typeConverter=TypeConverters.toString,
    )

    def setReleaseName(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`releaseName`, and gives this stage back."""
        return self._set(releaseName=value)

    def getReleaseName(self) -> str:
        """Value of :py:attr:`releaseName`."""
        return self.getOrDefault(self.releaseName)

    reportCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "reportCol",
        "name of the column for the report: the model appends it to every row as JSON, with all groups if there are any (no default: not appended)",
        typeConverter=TypeConverters.toString,
    )

    def setReportCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`reportCol`, and gives this stage back."""
        return self._set(reportCol=value)

    def getReportCol(self) -> str:
        """Value of :py:attr:`reportCol`."""
        return self.getOrDefault(self.reportCol)

    rho: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "rho",
        "privacy budget in rho-zCDP, > 0; set either this or epsilon and delta",
        typeConverter=TypeConverters.toFloat,
    )

    def setRho(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`rho`, and gives this stage back."""
        return self._set(rho=value)

    def getRho(self) -> float:
        """Value of :py:attr:`rho`."""
        return self.getOrDefault(self.rho)

    seed: Param[int] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "seed",
        "seed of the noise, for tests and reproduction only: anyone who knows it can remove the noise, and two fits with the same seed share their noise (no default: the operating system's secure source)",
        typeConverter=TypeConverters.toInt,
    )

    def setSeed(self: _Stage, value: int) -> _Stage:
        """Sets :py:attr:`seed`, and gives this stage back."""
        return self._set(seed=value)

    def getSeed(self) -> int:
        """Value of :py:attr:`seed`."""
        return self.getOrDefault(self.seed)


class _PrivateMeanParams(_EstimatorParams):
    """Params of :py:class:`privatemean.PrivateMean`."""

    @keyword_only
    def __init__(
        self,
        *,
        beta: Optional[float] = None,
        bound: Optional[float] = None,
        clippingNorm: Optional[float] = None,
        confidence: Optional[float] = None,
        coordinateBound: Optional[float] = None,
        covarianceType: Optional[str] = None,
        delta: Optional[float] = None,
        dimension: Optional[int] = None,
        epsilon: Optional[float] = None,
        groupCols: Optional[List[str]] = None,
        handleInvalid: Optional[str] = None,
        honestFraction: Optional[float] = None,
        idCol: Optional[str] = None,
        inputCol: Optional[str] = None,
        keyDelta: Optional[float] = None,
        keySelection: Optional[str] = None,
        ledger: Optional[str] = None,
        ledgerAtLeast: Optional[str] = None,
        ledgerKeyFile: Optional[str] = None,
        ledgerScope: Optional[str] = None,
        maxGroups: Optional[int] = None,
        maxGroupsPerPerson: Optional[int] = None,
        maxRowsPerPerson: Optional[int] = None,
        method: Optional[str] = None,
        minNorm: Optional[float] = None,
        neighbours: Optional[str] = None,
        outputCol: Optional[str] = None,
        payAgain: Optional[Union[bool, str]] = None,
        personCol: Optional[str] = None,
        personWeight: Optional[str] = None,
        publicKeys: Optional[List[str]] = None,
        publicKeysTable: Optional[str] = None,
        radius: Optional[float] = None,
        randomizer: Optional[str] = None,
        rareUnit: Optional[float] = None,
        regions: Optional[str] = None,
        releaseName: Optional[str] = None,
        reportCol: Optional[str] = None,
        resolution: Optional[float] = None,
        rho: Optional[float] = None,
        rounds: Optional[str] = None,
        sampling: Optional[str] = None,
        scales: Optional[List[float]] = None,
        scaling: Optional[str] = None,
        seed: Optional[int] = None,
        sigmaMax: Optional[float] = None,
        sigmaMin: Optional[float] = None,
        startFrom: Optional[str] = None,
        thresholdGrid: Optional[str] = None,
        trustModel: Optional[str] = None,
    ) -> None:
        super().__init__()
        self._start()
        self._setDefault(
            beta=0.001,
            confidence=0.95,
            covarianceType="auto",
            handleInvalid="error",
            honestFraction=1.0,
            keySelection="public",
            ledgerScope="/",
            maxGroups=1000000,
            maxGroupsPerPerson=1,
            method="auto",
            outputCol=self.uid + "__output",
            payAgain="never",
            personWeight="equal",
            randomizer="auto",
            rareUnit=1.0,
            regions="sample",
            rounds="auto",
            sampling="auto",
            scaling="standard",
            thresholdGrid="geometric",
            trustModel="central",
        )
        self._set(**self._input_kwargs)  # type: ignore[attr-defined]

    def _start(self) -> None:
        raise NotImplementedError

    @keyword_only
    def setParams(
        self: _Stage,
        *,
        beta: Optional[float] = None,
        bound: Optional[float] = None,
        clippingNorm: Optional[float] = None,
        confidence: Optional[float] = None,
        coordinateBound: Optional[float] = None,
        covarianceType: Optional[str] = None,
        delta: Optional[float] = None,
        dimension: Optional[int] = None,
        epsilon: Optional[float] = None,
        groupCols: Optional[List[str]] = None,
        handleInvalid: Optional[str] = None,
        honestFraction: Optional[float] = None,
        idCol: Optional[str] = None,
        inputCol: Optional[str] = None,
        keyDelta: Optional[float] = None,
        keySelection: Optional[str] = None,
        ledger: Optional[str] = None,
        ledgerAtLeast: Optional[str] = None,
        ledgerKeyFile: Optional[str] = None,
        ledgerScope: Optional[str] = None,
        maxGroups: Optional[int] = None,
        maxGroupsPerPerson: Optional[int] = None,
        maxRowsPerPerson: Optional[int] = None,
        method: Optional[str] = None,
        minNorm: Optional[float] = None,
        neighbours: Optional[str] = None,
        outputCol: Optional[str] = None,
        payAgain: Optional[Union[bool, str]] = None,
        personCol: Optional[str] = None,
        personWeight: Optional[str] = None,
        publicKeys: Optional[List[str]] = None,
        publicKeysTable: Optional[str] = None,
        radius: Optional[float] = None,
        randomizer: Optional[str] = None,
        rareUnit: Optional[float] = None,
        regions: Optional[str] = None,
        releaseName: Optional[str] = None,
        reportCol: Optional[str] = None,
        resolution: Optional[float] = None,
        rho: Optional[float] = None,
        rounds: Optional[str] = None,
        sampling: Optional[str] = None,
        scales: Optional[List[float]] = None,
        scaling: Optional[str] = None,
        seed: Optional[int] = None,
        sigmaMax: Optional[float] = None,
        sigmaMin: Optional[float] = None,
        startFrom: Optional[str] = None,
        thresholdGrid: Optional[str] = None,
        trustModel: Optional[str] = None,
    ) -> _Stage:
        """Sets several params at once, and gives this stage back."""
        return self._set(**self._input_kwargs)  # type: ignore[attr-defined]

    beta: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "beta",
        "failure probability of the private searches, in (0, 1) (default: 0.001)",
        typeConverter=TypeConverters.toFloat,
    )

    def setBeta(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`beta`, and gives this stage back."""
        return self._set(beta=value)

    def getBeta(self) -> float:
        """Value of :py:attr:`beta`."""
        return self.getOrDefault(self.beta)

    clippingNorm: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "clippingNorm",
        "public l2 norm to which rows (after centring, for shiftedClipped) are clipped, in data units, > 0 (default: found privately)",
        typeConverter=TypeConverters.toFloat,
    )

    def setClippingNorm(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`clippingNorm`, and gives this stage back."""
        return self._set(clippingNorm=value)

    def getClippingNorm(self) -> float:
        """Value of :py:attr:`clippingNorm`."""
        return self.getOrDefault(self.clippingNorm)

    covarianceType: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "covarianceType",
        "shape of the noise of method recentred with 8 or more columns: diag (independent in every column), full (of the private second moments of the columns, at up to a tenth of the budget, unless a column would have more noise) or auto (full where private answers show that it reduces the error, up to 1000 columns) (default: auto)",
        typeConverter=TypeConverters.toString,
    )

    def setCovarianceType(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`covarianceType`, and gives this stage back."""
        return self._set(covarianceType=value)

    def getCovarianceType(self) -> str:
        """Value of :py:attr:`covarianceType`."""
        return self.getOrDefault(self.covarianceType)

    groupCols: Param[List[str]] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "groupCols",
        "columns whose values are the key of a row's group: strings, integers, booleans or dates; every group has its own mean and uses the whole budget (no default: one mean of all rows)",
        typeConverter=TypeConverters.toListString,
    )

    def setGroupCols(self: _Stage, value: List[str]) -> _Stage:
        """Sets :py:attr:`groupCols`, and gives this stage back."""
        return self._set(groupCols=value)

    def getGroupCols(self) -> List[str]:
        """Value of :py:attr:`groupCols`."""
        return self.getOrDefault(self.groupCols)

    honestFraction: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "honestFraction",
        "assumed share of the users of trustModel shuffle that follow the protocol and keep their messages secret, in (0, 1] (default: 1)",
        typeConverter=TypeConverters.toFloat,
    )

    def setHonestFraction(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`honestFraction`, and gives this stage back."""
        return self._set(honestFraction=value)

    def getHonestFraction(self) -> float:
        """Value of :py:attr:`honestFraction`."""
        return self.getOrDefault(self.honestFraction)

    idCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "idCol",
        "column that identifies the users of trustModel local and shuffle: strings or integers, unique per row, and not computed from the row (default: the position of the row)",
        typeConverter=TypeConverters.toString,
    )

    def setIdCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`idCol`, and gives this stage back."""
        return self._set(idCol=value)

    def getIdCol(self) -> str:
        """Value of :py:attr:`idCol`."""
        return self.getOrDefault(self.idCol)

    keyDelta: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "keyDelta",
        "probability that a private selection of keys reveals a key of a single row or person, in (0, 1); part of delta, and in addition to rho (default: half of delta; no default with rho)",
        typeConverter=TypeConverters.toFloat,
    )

    def setKeyDelta(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`keyDelta`, and gives this stage back."""
        return self._set(keyDelta=value)

    def getKeyDelta(self) -> float:
        """Value of :py:attr:`keyDelta`."""
        return self.getOrDefault(self.keyDelta)

    keySelection: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "keySelection",
        "source of the keys: public (the list) or private (keys whose noisy count exceeds a threshold, at the cost of keyDelta) (default: public)",
        typeConverter=TypeConverters.toString,
    )

    def setKeySelection(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`keySelection`, and gives this stage back."""
        return self._set(keySelection=value)

    def getKeySelection(self) -> str:
        """Value of :py:attr:`keySelection`."""
        return self.getOrDefault(self.keySelection)

    maxGroups: Param[int] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "maxGroups",
        "maximum number of groups of a result, >= 1 (default: 1000000)",
        typeConverter=TypeConverters.toInt,
    )

    def setMaxGroups(self: _Stage, value: int) -> _Stage:
        """Sets :py:attr:`maxGroups`, and gives this stage back."""
        return self._set(maxGroups=value)

    def getMaxGroups(self) -> int:
        """Value of :py:attr:`maxGroups`."""
        return self.getOrDefault(self.maxGroups)

    maxGroupsPerPerson: Param[int] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "maxGroupsPerPerson",
        "maximum number of groups in which a person counts, >= 1; more than 1 needs personCol and groupCols (default: 1)",
        typeConverter=TypeConverters.toInt,
    )

    def setMaxGroupsPerPerson(self: _Stage, value: int) -> _Stage:
        """Sets :py:attr:`maxGroupsPerPerson`, and gives this stage back."""
        return self._set(maxGroupsPerPerson=value)

    def getMaxGroupsPerPerson(self) -> int:
        """Value of :py:attr:`maxGroupsPerPerson`."""
        return self.getOrDefault(self.maxGroupsPerPerson)

    maxRowsPerPerson: Param[int] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "maxRowsPerPerson",
        "maximum weight of a person in rows, public, 1 to 2^20; required with personWeight rows",
        typeConverter=TypeConverters.toInt,
    )

    def setMaxRowsPerPerson(self: _Stage, value: int) -> _Stage:
        """Sets :py:attr:`maxRowsPerPerson`, and gives this stage back."""
        return self._set(maxRowsPerPerson=value)

    def getMaxRowsPerPerson(self) -> int:
        """Value of :py:attr:`maxRowsPerPerson`."""
        return self.getOrDefault(self.maxRowsPerPerson)

    method: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "method",
        "mechanism: auto, recentred (needs no bounds; its error depends on the spread of the rows), shiftedClipped (the shifted clipped mean) or clipped (the clipped mean; its error depends on the longest rows); auto is recentred (default: auto)",
        typeConverter=TypeConverters.toString,
    )

    def setMethod(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`method`, and gives this stage back."""
        return self._set(method=value)

    def getMethod(self) -> str:
        """Value of :py:attr:`method`."""
        return self.getOrDefault(self.method)

    personCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "personCol",
        "column that identifies the person of a row: strings or integers; a person's rows become one row, their mean, and the guarantee protects all of them together (no default: it protects each row separately)",
        typeConverter=TypeConverters.toString,
    )

    def setPersonCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`personCol`, and gives this stage back."""
        return self._set(personCol=value)

    def getPersonCol(self) -> str:
        """Value of :py:attr:`personCol`."""
        return self.getOrDefault(self.personCol)

    personWeight: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "personWeight",
        "weight of a person's own mean: equal, or rows (the number of rows, at most maxRowsPerPerson; method recentred only) (default: equal)",
        typeConverter=TypeConverters.toString,
    )

    def setPersonWeight(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`personWeight`, and gives this stage back."""
        return self._set(personWeight=value)

    def getPersonWeight(self) -> str:
        """Value of :py:attr:`personWeight`."""
        return self.getOrDefault(self.personWeight)

    publicKeys: Param[List[str]] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "publicKeys",
        "keys of the one group column, as text: each key is in the result, with or without rows, and rows with other keys are left out; the list must be public whatever the rows hold: a list taken from the rows is a release without noise",
        typeConverter=TypeConverters.toListString,
    )

    def setPublicKeys(self: _Stage, value: List[str]) -> _Stage:
        """Sets :py:attr:`publicKeys`, and gives this stage back."""
        return self._set(publicKeys=value)

    def getPublicKeys(self) -> List[str]:
        """Value of :py:attr:`publicKeys`."""
        return self.getOrDefault(self.publicKeys)

    publicKeysTable: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "publicKeysTable",
        "table or view with exactly the group columns, whose rows are the keys; it must be public, as publicKeys must",
        typeConverter=TypeConverters.toString,
    )

    def setPublicKeysTable(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`publicKeysTable`, and gives this stage back."""
        return self._set(publicKeysTable=value)

    def getPublicKeysTable(self) -> str:
        """Value of :py:attr:`publicKeysTable`."""
        return self.getOrDefault(self.publicKeysTable)

    radius: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "radius",
        "public bound on the l2 norm of the mean, in data units, > 0; set it with sigmaMin and sigmaMax",
        typeConverter=TypeConverters.toFloat,
    )

    def setRadius(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`radius`, and gives this stage back."""
        return self._set(radius=value)

    def getRadius(self) -> float:
        """Value of :py:attr:`radius`."""
        return self.getOrDefault(self.radius)

    randomizer: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "randomizer",
        "randomizer of vectors of trustModel local, if the budget is epsilon: privUnit (least error), privUnitG (normal noise), projUnit (short reports for many coordinates) or auto (least error by forecast, or projUnit if that costs at most 1 % and is a quarter as long) (default: auto)",
        typeConverter=TypeConverters.toString,
    )

    def setRandomizer(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`randomizer`, and gives this stage back."""
        return self._set(randomizer=value)

    def getRandomizer(self) -> str:
        """Value of :py:attr:`randomizer`."""
        return self.getOrDefault(self.randomizer)

    resolution: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "resolution",
        "l2 resolution alpha of the lattice to which rows are rounded, in data units, > 0; set it with bound or coordinateBound (default: 2^-10 to 2^-5 of the noise for rows that fill the bound)",
        typeConverter=TypeConverters.toFloat,
    )

    def setResolution(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`resolution`, and gives this stage back."""
        return self._set(resolution=value)

    def getResolution(self) -> float:
        """Value of :py:attr:`resolution`."""
        return self.getOrDefault(self.resolution)

    rounds: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "rounds",
        "maximum number of rounds of trustModel shuffle: 3 to 40, or auto (the fewest that cost little in error and messages) (default: auto)",
        typeConverter=TypeConverters.toString,
    )

    def setRounds(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`rounds`, and gives this stage back."""
        return self._set(rounds=value)

    def getRounds(self) -> str:
        """Value of :py:attr:`rounds`."""
        return self.getOrDefault(self.rounds)

    sampling: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "sampling",
        "use of a random sample to find the centre with method recentred, after which all rows are read once: auto (for many rows; never with seed), none (all rows in every step) or always (also for few rows; with seed the bits are the same only for the same rows in the same partitions and order) (default: auto)",
        typeConverter=TypeConverters.toString,
    )

    def setSampling(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`sampling`, and gives this stage back."""
        return self._set(sampling=value)

    def getSampling(self) -> str:
        """Value of :py:attr:`sampling`."""
        return self.getOrDefault(self.sampling)

    scales: Param[List[float]] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "scales",
        "public scales of the coordinates, one for each, in data units, in [1e-100, 1e100]: method recentred measures the error of each coordinate in its scale, at no cost; not with scaling standard or auto",
        typeConverter=TypeConverters.toListFloat,
    )

    def setScales(self: _Stage, value: List[float]) -> _Stage:
        """Sets :py:attr:`scales`, and gives this stage back."""
        return self._set(scales=value)

    def getScales(self) -> List[float]:
        """Value of :py:attr:`scales`."""
        return self.getOrDefault(self.scales)

    scaling: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "scaling",
        "unit in which method recentred measures the error of a coordinate: standard (its private standard deviation), auto (least l2 error: coordinates get weights if private answers show that this helps) or none (data units) (default: standard; not used with scales)",
        typeConverter=TypeConverters.toString,
    )

    def setScaling(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`scaling`, and gives this stage back."""
        return self._set(scaling=value)

    def getScaling(self) -> str:
        """Value of :py:attr:`scaling`."""
        return self.getOrDefault(self.scaling)

    sigmaMax: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "sigmaMax",
        "public upper bound on the standard deviation of the rows in every direction, in data units, >= sigmaMin; a value 100 times too large costs little",
        typeConverter=TypeConverters.toFloat,
    )

    def setSigmaMax(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`sigmaMax`, and gives this stage back."""
        return self._set(sigmaMax=value)

    def getSigmaMax(self) -> float:
        """Value of :py:attr:`sigmaMax`."""
        return self.getOrDefault(self.sigmaMax)

    sigmaMin: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "sigmaMin",
        "public lower bound on the standard deviation of the rows in every direction, in data units, > 0; a value 100 times too small costs little",
        typeConverter=TypeConverters.toFloat,
    )

    def setSigmaMin(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`sigmaMin`, and gives this stage back."""
        return self._set(sigmaMin=value)

    def getSigmaMin(self) -> float:
        """Value of :py:attr:`sigmaMin`."""
        return self.getOrDefault(self.sigmaMin)

    startFrom: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "startFrom",
        "path of a saved PrivateMeanModel of the same columns: method recentred starts at its mean and clipping norm, with fewer passes and at no cost, since both were released; the result is not biased toward it (no default: a full search)",
        typeConverter=TypeConverters.toString,
    )

    def setStartFrom(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`startFrom`, and gives this stage back."""
        return self._set(startFrom=value)

    def getStartFrom(self) -> str:
        """Value of :py:attr:`startFrom`."""
        return self.getOrDefault(self.startFrom)

    thresholdGrid: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "thresholdGrid",
        "grid of the private search for the clipping norm: geometric, or squared (the paper's integers, to reproduce it) (default: geometric; squared in the local model with rho)",
        typeConverter=TypeConverters.toString,
    )

    def setThresholdGrid(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`thresholdGrid`, and gives this stage back."""
        return self._set(thresholdGrid=value)

    def getThresholdGrid(self) -> str:
        """Value of :py:attr:`thresholdGrid`."""
        return self.getOrDefault(self.thresholdGrid)

    trustModel: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "trustModel",
        "trust model: central (a trusted curator has the rows), local (no trusted party: rows become private reports, and the mean is computed from these) or shuffle (a trusted shuffler: each row becomes messages, and only the shuffled messages are seen) (default: central)",
        typeConverter=TypeConverters.toString,
    )

    def setTrustModel(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`trustModel`, and gives this stage back."""
        return self._set(trustModel=value)

    def getTrustModel(self) -> str:
        """Value of :py:attr:`trustModel`."""
        return self.getOrDefault(self.trustModel)


class _PrivateMeanModelParams(Params):
    """Params of :py:class:`privatemean.PrivateMeanModel`."""

    inputCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "inputCol",
        "column whose mean was released",
        typeConverter=TypeConverters.toString,
    )

    def getInputCol(self) -> str:
        """Value of :py:attr:`inputCol`."""
        return self.getOrDefault(self.inputCol)

    outputCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "outputCol",
        "name of the output column: the model appends the private mean to every row (default: uid + __output)",
        typeConverter=TypeConverters.toString,
    )

    def setOutputCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`outputCol`, and gives this stage back."""
        return self._set(outputCol=value)

    def getOutputCol(self) -> str:
        """Value of :py:attr:`outputCol`."""
        return self.getOrDefault(self.outputCol)

    reportCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "reportCol",
        "name of the column for the report: the model appends it to every row as JSON, with all groups if there are any (no default: not appended)",
        typeConverter=TypeConverters.toString,
    )

    def setReportCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`reportCol`, and gives this stage back."""
        return self._set(reportCol=value)

    def getReportCol(self) -> str:
        """Value of :py:attr:`reportCol`."""
        return self.getOrDefault(self.reportCol)


class _PrivateCovarianceParams(_EstimatorParams):
    """Params of :py:class:`privatemean.PrivateCovariance`."""

    @keyword_only
    def __init__(
        self,
        *,
        bound: Optional[float] = None,
        confidence: Optional[float] = None,
        coordinateBound: Optional[float] = None,
        delta: Optional[float] = None,
        dimension: Optional[int] = None,
        epsilon: Optional[float] = None,
        handleInvalid: Optional[str] = None,
        inputCol: Optional[str] = None,
        ledger: Optional[str] = None,
        ledgerAtLeast: Optional[str] = None,
        ledgerKeyFile: Optional[str] = None,
        ledgerScope: Optional[str] = None,
        minNorm: Optional[float] = None,
        neighbours: Optional[str] = None,
        outputCol: Optional[str] = None,
        payAgain: Optional[Union[bool, str]] = None,
        rareUnit: Optional[float] = None,
        regions: Optional[str] = None,
        releaseName: Optional[str] = None,
        reportCol: Optional[str] = None,
        rho: Optional[float] = None,
        seed: Optional[int] = None,
    ) -> None:
        super().__init__()
        self._start()
        self._setDefault(
            confidence=0.95,
            handleInvalid="error",
            ledgerScope="/",
            neighbours="replace",
            outputCol=self.uid + "__output",
            payAgain="never",
            rareUnit=1.0,
            regions="sample",
        )
        self._set(**self._input_kwargs)  # type: ignore[attr-defined]

    def _start(self) -> None:
        raise NotImplementedError

    @keyword_only
    def setParams(
        self: _Stage,
        *,
        bound: Optional[float] = None,
        confidence: Optional[float] = None,
        coordinateBound: Optional[float] = None,
        delta: Optional[float] = None,
        dimension: Optional[int] = None,
        epsilon: Optional[float] = None,
        handleInvalid: Optional[str] = None,
        inputCol: Optional[str] = None,
        ledger: Optional[str] = None,
        ledgerAtLeast: Optional[str] = None,
        ledgerKeyFile: Optional[str] = None,
        ledgerScope: Optional[str] = None,
        minNorm: Optional[float] = None,
        neighbours: Optional[str] = None,
        outputCol: Optional[str] = None,
        payAgain: Optional[Union[bool, str]] = None,
        rareUnit: Optional[float] = None,
        regions: Optional[str] = None,
        releaseName: Optional[str] = None,
        reportCol: Optional[str] = None,
        rho: Optional[float] = None,
        seed: Optional[int] = None,
    ) -> _Stage:
        """Sets several params at once, and gives this stage back."""
        return self._set(**self._input_kwargs)  # type: ignore[attr-defined]


class _PrivateStandardScalerParams(_EstimatorParams):
    """Params of :py:class:`privatemean.PrivateStandardScaler`."""

    @keyword_only
    def __init__(
        self,
        *,
        bound: Optional[float] = None,
        confidence: Optional[float] = None,
        coordinateBound: Optional[float] = None,
        delta: Optional[float] = None,
        dimension: Optional[int] = None,
        epsilon: Optional[float] = None,
        handleInvalid: Optional[str] = None,
        inputCol: Optional[str] = None,
        ledger: Optional[str] = None,
        ledgerAtLeast: Optional[str] = None,
        ledgerKeyFile: Optional[str] = None,
        ledgerScope: Optional[str] = None,
        minNorm: Optional[float] = None,
        neighbours: Optional[str] = None,
        outputCol: Optional[str] = None,
        payAgain: Optional[Union[bool, str]] = None,
        rareUnit: Optional[float] = None,
        regions: Optional[str] = None,
        releaseName: Optional[str] = None,
        reportCol: Optional[str] = None,
        rho: Optional[float] = None,
        seed: Optional[int] = None,
        withMean: Optional[bool] = None,
        withStd: Optional[bool] = None,
    ) -> None:
        super().__init__()
        self._start()
        self._setDefault(
            confidence=0.95,
            handleInvalid="error",
            ledgerScope="/",
            neighbours="replace",
            outputCol=self.uid + "__output",
            payAgain="never",
            rareUnit=1.0,
            regions="sample",
            withMean=False,
            withStd=True,
        )
        self._set(**self._input_kwargs)  # type: ignore[attr-defined]

    def _start(self) -> None:
        raise NotImplementedError

    @keyword_only
    def setParams(
        self: _Stage,
        *,
        bound: Optional[float] = None,
        confidence: Optional[float] = None,
        coordinateBound: Optional[float] = None,
        delta: Optional[float] = None,
        dimension: Optional[int] = None,
        epsilon: Optional[float] = None,
        handleInvalid: Optional[str] = None,
        inputCol: Optional[str] = None,
        ledger: Optional[str] = None,
        ledgerAtLeast: Optional[str] = None,
        ledgerKeyFile: Optional[str] = None,
        ledgerScope: Optional[str] = None,
        minNorm: Optional[float] = None,
        neighbours: Optional[str] = None,
        outputCol: Optional[str] = None,
        payAgain: Optional[Union[bool, str]] = None,
        rareUnit: Optional[float] = None,
        regions: Optional[str] = None,
        releaseName: Optional[str] = None,
        reportCol: Optional[str] = None,
        rho: Optional[float] = None,
        seed: Optional[int] = None,
        withMean: Optional[bool] = None,
        withStd: Optional[bool] = None,
    ) -> _Stage:
        """Sets several params at once, and gives this stage back."""
        return self._set(**self._input_kwargs)  # type: ignore[attr-defined]

    withMean: Param[bool] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "withMean",
        "true if transform subtracts the private mean (default: false)",
        typeConverter=TypeConverters.toBoolean,
    )

    def setWithMean(self: _Stage, value: bool) -> _Stage:
        """Sets :py:attr:`withMean`, and gives this stage back."""
        return self._set(withMean=value)

    def getWithMean(self) -> bool:
        """Value of :py:attr:`withMean`."""
        return self.getOrDefault(self.withMean)

    withStd: Param[bool] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "withStd",
        "true if transform divides by the private standard deviations (default: true)",
        typeConverter=TypeConverters.toBoolean,
    )

    def setWithStd(self: _Stage, value: bool) -> _Stage:
        """Sets :py:attr:`withStd`, and gives this stage back."""
        return self._set(withStd=value)

    def getWithStd(self) -> bool:
        """Value of :py:attr:`withStd`."""
        return self.getOrDefault(self.withStd)


class _PrivateStandardScalerModelParams(Params):
    """Params of :py:class:`privatemean.PrivateStandardScalerModel`."""

    inputCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "inputCol",
        "vector column that is scaled",
        typeConverter=TypeConverters.toString,
    )

    def setInputCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`inputCol`, and gives this stage back."""
        return self._set(inputCol=value)

    def getInputCol(self) -> str:
        """Value of :py:attr:`inputCol`."""
        return self.getOrDefault(self.inputCol)

    outputCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "outputCol",
        "name of the output column: the model appends the scaled vector to every row (default: uid + __output)",
        typeConverter=TypeConverters.toString,
    )

    def setOutputCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`outputCol`, and gives this stage back."""
        return self._set(outputCol=value)

    def getOutputCol(self) -> str:
        """Value of :py:attr:`outputCol`."""
        return self.getOrDefault(self.outputCol)

    reportCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "reportCol",
        "name of the column for the report: the model appends it to every row as JSON, with all groups if there are any (no default: not appended)",
        typeConverter=TypeConverters.toString,
    )

    def setReportCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`reportCol`, and gives this stage back."""
        return self._set(reportCol=value)

    def getReportCol(self) -> str:
        """Value of :py:attr:`reportCol`."""
        return self.getOrDefault(self.reportCol)

    withMean: Param[bool] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "withMean",
        "true if transform subtracts the private mean (default: false)",
        typeConverter=TypeConverters.toBoolean,
    )

    def getWithMean(self) -> bool:
        """Value of :py:attr:`withMean`."""
        return self.getOrDefault(self.withMean)

    withStd: Param[bool] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "withStd",
        "true if transform divides by the private standard deviations (default: true)",
        typeConverter=TypeConverters.toBoolean,
    )

    def getWithStd(self) -> bool:
        """Value of :py:attr:`withStd`."""
        return self.getOrDefault(self.withStd)


class _LocalGaussianMeanParams(Params):
    """Params of :py:class:`privatemean.LocalGaussianMean`."""

    @keyword_only
    def __init__(
        self,
        *,
        beta: Optional[float] = None,
        confidence: Optional[float] = None,
        delta: Optional[float] = None,
        epsilon: Optional[float] = None,
        estimator: Optional[str] = None,
        handleInvalid: Optional[str] = None,
        idCol: Optional[str] = None,
        inputCol: Optional[str] = None,
        meanBound: Optional[float] = None,
        outputCol: Optional[str] = None,
        reportCol: Optional[str] = None,
        seed: Optional[int] = None,
        sigma: Optional[float] = None,
        sigmaMax: Optional[float] = None,
        sigmaMin: Optional[float] = None,
    ) -> None:
        super().__init__()
        self._start()
        self._setDefault(
            beta=0.01,
            confidence=0.95,
            estimator="auto",
            handleInvalid="error",
            outputCol=self.uid + "__output",
        )
        self._set(**self._input_kwargs)  # type: ignore[attr-defined]

    def _start(self) -> None:
        raise NotImplementedError

    @keyword_only
    def setParams(
        self: _Stage,
        *,
        beta: Optional[float] = None,
        confidence: Optional[float] = None,
        delta: Optional[float] = None,
        epsilon: Optional[float] = None,
        estimator: Optional[str] = None,
        handleInvalid: Optional[str] = None,
        idCol: Optional[str] = None,
        inputCol: Optional[str] = None,
        meanBound: Optional[float] = None,
        outputCol: Optional[str] = None,
        reportCol: Optional[str] = None,
        seed: Optional[int] = None,
        sigma: Optional[float] = None,
        sigmaMax: Optional[float] = None,
        sigmaMin: Optional[float] = None,
    ) -> _Stage:
        """Sets several params at once, and gives this stage back."""
        return self._set(**self._input_kwargs)  # type: ignore[attr-defined]

    beta: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "beta",
        "failure probability of the first phase, below 1 - confidence; part of the probability that the error bar misses (default: 0.01)",
        typeConverter=TypeConverters.toFloat,
    )

    def setBeta(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`beta`, and gives this stage back."""
        return self._set(beta=value)

    def getBeta(self) -> float:
        """Value of :py:attr:`beta`."""
        return self.getOrDefault(self.beta)

    confidence: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "confidence",
        "confidence of the error bar, in (0, 1) (default: 0.95)",
        typeConverter=TypeConverters.toFloat,
    )

    def setConfidence(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`confidence`, and gives this stage back."""
        return self._set(confidence=value)

    def getConfidence(self) -> float:
        """Value of :py:attr:`confidence`."""
        return self.getOrDefault(self.confidence)

    delta: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "delta",
        "delta of the baselines' guarantee, in (0, 1); with estimator auto it makes the baselines candidates (no default; 1e-9 for a baseline that is set as estimator)",
        typeConverter=TypeConverters.toFloat,
    )

    def setDelta(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`delta`, and gives this stage back."""
        return self._set(delta=value)

    def getDelta(self) -> float:
        """Value of :py:attr:`delta`."""
        return self.getOrDefault(self.delta)

    epsilon: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "epsilon",
        "budget epsilon of each user's report, in [0.001, 64] (no default)",
        typeConverter=TypeConverters.toFloat,
    )

    def setEpsilon(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`epsilon`, and gives this stage back."""
        return self._set(epsilon=value)

    def getEpsilon(self) -> float:
        """Value of :py:attr:`epsilon`."""
        return self.getOrDefault(self.epsilon)

    estimator: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "estimator",
        "estimator: kv or kv1 (sigma known, two rounds or one), uv or uv1 (sigma between bounds), knownVar or unkVar (baselines, with delta), or auto, the one with the least forecast error (default: auto)",
        typeConverter=TypeConverters.toString,
    )

    def setEstimator(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`estimator`, and gives this stage back."""
        return self._set(estimator=value)

    def getEstimator(self) -> str:
        """Value of :py:attr:`estimator`."""
        return self.getOrDefault(self.estimator)

    handleInvalid: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "handleInvalid",
        "treatment of rows that are null, NaN or infinite: error (the fit fails) or zero (the value counts as 0) (default: error)",
        typeConverter=TypeConverters.toString,
    )

    def setHandleInvalid(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`handleInvalid`, and gives this stage back."""
        return self._set(handleInvalid=value)

    def getHandleInvalid(self) -> str:
        """Value of :py:attr:`handleInvalid`."""
        return self.getOrDefault(self.handleInvalid)

    idCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "idCol",
        "column that identifies the users: strings or integers, unique per row, and not computed from the row (default: the position of the row)",
        typeConverter=TypeConverters.toString,
    )

    def setIdCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`idCol`, and gives this stage back."""
        return self._set(idCol=value)

    def getIdCol(self) -> str:
        """Value of :py:attr:`idCol`."""
        return self.getOrDefault(self.idCol)

    inputCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "inputCol",
        "name of the input column, a numeric column",
        typeConverter=TypeConverters.toString,
    )

    def setInputCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`inputCol`, and gives this stage back."""
        return self._set(inputCol=value)

    def getInputCol(self) -> str:
        """Value of :py:attr:`inputCol`."""
        return self.getOrDefault(self.inputCol)

    meanBound: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "meanBound",
        "public bound on the absolute value of the mean, > 0 (no default)",
        typeConverter=TypeConverters.toFloat,
    )

    def setMeanBound(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`meanBound`, and gives this stage back."""
        return self._set(meanBound=value)

    def getMeanBound(self) -> float:
        """Value of :py:attr:`meanBound`."""
        return self.getOrDefault(self.meanBound)

    outputCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "outputCol",
        "name of the output column, a double: the model appends the private mean to every row (default: uid + __output)",
        typeConverter=TypeConverters.toString,
    )

    def setOutputCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`outputCol`, and gives this stage back."""
        return self._set(outputCol=value)

    def getOutputCol(self) -> str:
        """Value of :py:attr:`outputCol`."""
        return self.getOrDefault(self.outputCol)

    reportCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "reportCol",
        "name of the column for the report: the model appends it to every row as JSON (no default: not appended)",
        typeConverter=TypeConverters.toString,
    )

    def setReportCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`reportCol`, and gives this stage back."""
        return self._set(reportCol=value)

    def getReportCol(self) -> str:
        """Value of :py:attr:`reportCol`."""
        return self.getOrDefault(self.reportCol)

    seed: Param[int] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "seed",
        "seed of the reports, for tests only: anyone who knows it can remove their noise (no default: the operating system's secure source)",
        typeConverter=TypeConverters.toInt,
    )

    def setSeed(self: _Stage, value: int) -> _Stage:
        """Sets :py:attr:`seed`, and gives this stage back."""
        return self._set(seed=value)

    def getSeed(self) -> int:
        """Value of :py:attr:`seed`."""
        return self.getOrDefault(self.seed)

    sigma: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "sigma",
        "public standard deviation of the values, if known, > 0; set either this or sigmaMin and sigmaMax (no default)",
        typeConverter=TypeConverters.toFloat,
    )

    def setSigma(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`sigma`, and gives this stage back."""
        return self._set(sigma=value)

    def getSigma(self) -> float:
        """Value of :py:attr:`sigma`."""
        return self.getOrDefault(self.sigma)

    sigmaMax: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "sigmaMax",
        "public upper bound on the standard deviation of the values (no default)",
        typeConverter=TypeConverters.toFloat,
    )

    def setSigmaMax(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`sigmaMax`, and gives this stage back."""
        return self._set(sigmaMax=value)

    def getSigmaMax(self) -> float:
        """Value of :py:attr:`sigmaMax`."""
        return self.getOrDefault(self.sigmaMax)

    sigmaMin: Param[float] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "sigmaMin",
        "public lower bound on the standard deviation of the values, > 0 (no default)",
        typeConverter=TypeConverters.toFloat,
    )

    def setSigmaMin(self: _Stage, value: float) -> _Stage:
        """Sets :py:attr:`sigmaMin`, and gives this stage back."""
        return self._set(sigmaMin=value)

    def getSigmaMin(self) -> float:
        """Value of :py:attr:`sigmaMin`."""
        return self.getOrDefault(self.sigmaMin)


class _LocalGaussianMeanModelParams(Params):
    """Params of :py:class:`privatemean.LocalGaussianMeanModel`."""

    inputCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "inputCol",
        "column whose mean was released",
        typeConverter=TypeConverters.toString,
    )

    def getInputCol(self) -> str:
        """Value of :py:attr:`inputCol`."""
        return self.getOrDefault(self.inputCol)

    outputCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "outputCol",
        "name of the output column, a double: the model appends the private mean to every row (default: uid + __output)",
        typeConverter=TypeConverters.toString,
    )

    def setOutputCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`outputCol`, and gives this stage back."""
        return self._set(outputCol=value)

    def getOutputCol(self) -> str:
        """Value of :py:attr:`outputCol`."""
        return self.getOrDefault(self.outputCol)

    report: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "report",
        "what was released, as JSON",
        typeConverter=TypeConverters.toString,
    )

    def getReport(self) -> str:
        """Value of :py:attr:`report`."""
        return self.getOrDefault(self.report)

    reportCol: Param[str] = Param(
        Params._dummy(),  # type: ignore[arg-type]
        "reportCol",
        "name of the column for the report: the model appends it to every row as JSON (no default: not appended)",
        typeConverter=TypeConverters.toString,
    )

    def setReportCol(self: _Stage, value: str) -> _Stage:
        """Sets :py:attr:`reportCol`, and gives this stage back."""
        return self._set(reportCol=value)

    def getReportCol(self) -> str:
        """Value of :py:attr:`reportCol`."""
        return self.getOrDefault(self.reportCol)
