"""What a release cost and how far it may be off, from its JSON report. Needs no PySpark."""

import json
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Union


@dataclass(frozen=True)
class Spent:
    """One step of a release and what it cost."""

    step: str
    rho: float
    delta: float = 0.0


@dataclass(frozen=True)
class ColumnWarning:
    """What to know of one column."""

    #: Its name, or its place from 0 where names are not known.
    column: Union[str, int]
    #: nearlyConstant, longTail, unresolved, noisy or fewRows.
    code: str
    #: A private bound on the rows that the mean may have missed in this column.
    rowsAtMost: Optional[int] = None


@dataclass(frozen=True)
class GroupMean:
    """The mean of one group; all lengths are in data units.

    All but ``key``, ``status``, ``count`` and ``rho`` are None unless the status is ok.
    """

    #: Its values, by group column.
    key: Dict[str, Any]
    #: ok; tooSmall: too few rows for anything but the count; notLocated: its rows were not found.
    status: str
    mean: Optional[List[float]]
    #: The noisy number of rows, or of persons.
    count: float
    noiseStdDev: Optional[float]
    clippingNorm: Optional[float]
    expectedL2Error: Optional[float]
    #: Half-width of the interval of each coordinate by itself.
    halfWidths: Optional[List[float]]
    #: Of the ball that holds what the summary's regions cover, all coordinates at once.
    l2Radius: Optional[float]
    #: What was spent on the group.
    rho: float

    @classmethod
    def _of(cls, group: Dict[str, Any]) -> "GroupMean":
        return cls(
            key=group.get("key", {}),
            status=group["status"],
            mean=group.get("mean"),
            count=group["count"],
            noiseStdDev=group.get("noiseStdDev"),
            clippingNorm=group.get("clippingNorm"),
            expectedL2Error=group.get("expectedL2Error"),
            halfWidths=group.get("halfWidths"),
            l2Radius=(group.get("l2Radius") or {}).get("radius"),
            rho=group["rho"],
        )


@dataclass(frozen=True)
class ColumnForecast:
    """What a fit is likely to report of each of some columns that are known by their kind.

    Half-widths are in standard deviations of the column, and over those of as many normal columns;
    ``seen`` is ordinary, rare, longTail or nearlyConstant.
    """

    kind: str
    columns: int
    halfWidth: float
    timesNormal: float
    seen: str


@dataclass(frozen=True)
class GroupForecast:
    """What a fit with groups is likely to report of each of many groups of one size.

    Lengths are in data units, NaN unless the status is ok.
    """

    status: str
    noiseStdDev: float
    clippingNorm: float
    expectedL2Error: float
    l2Radius: float
    rho: float


@dataclass(frozen=True)
class PrivateMeanSummary:
    """A release as its report tells it: released and public values only, lengths in data units.

    The names are those of the report; the page "Read the report" explains each. What stands in
    an object of the report is flattened: ``guarantee`` to rho, epsilon, delta, conversion and honestFraction;
    ``startFrom`` to startUsed; ``sampling`` to sampling (as it was asked for), samplingHalvings and
    sampledRows; ``covarianceType`` to covarianceType and usedCovarianceType; ``l2Radius`` to confidence, l2Radius and covers; ``intervals`` to coversByColumn and
    halfWidths. What does not apply is None, or an empty list. With groups, mean, n, noise and errors
    are those of each of ``groups``. A forecast has an empty mean.

    ``report`` is the JSON text, and ``raw`` what it parses to, with keys that a later version wrote
    and this one has no name for.
    """

    formatVersion: Optional[int] = None
    product: Optional[str] = None
    version: Optional[str] = None
    createdAt: Optional[str] = None
    ledger: Optional[str] = None
    ledgerEntry: Optional[str] = None
    releaseName: Optional[str] = None
    replayed: Optional[bool] = None
    method: Optional[str] = None
    trustModel: Optional[str] = None
    unit: Optional[str] = None
    maxRowsPerPerson: Optional[int] = None
    neighbours: Optional[str] = None
    epsilon: Optional[float] = None
    delta: Optional[float] = None
    conversion: Optional[str] = None
    honestFraction: Optional[float] = None
    rho: Optional[float] = None
    #: The epsilon at each of some deltas.
    epsilonAtDelta: Dict[float, float] = field(default_factory=dict)
    charges: List[Spent] = field(default_factory=list)
    inputCol: Optional[str] = None
    columns: List[str] = field(default_factory=list)
    mean: Optional[List[float]] = None
    n: Optional[int] = None
    dimension: Optional[int] = None
    scaling: Optional[str] = None
    scales: Optional[List[float]] = None
    scalesFrom: Optional[str] = None
    startUsed: Optional[bool] = None
    sampling: Optional[str] = None
    samplingHalvings: Optional[int] = None
    sampledRows: Optional[int] = None
    #: As it was asked for: diag, full or auto.
    covarianceType: Optional[str] = None
    usedCovarianceType: Optional[str] = None
    #: Of the mean, where it is correlated, up to 64 columns.
    noiseCovariance: Optional[List[List[float]]] = None
    droppedReports: Optional[int] = None
    clippingNorm: Optional[float] = None
    noiseStdDev: Optional[float] = None
    #: Of each coordinate, whether they differ or not.
    noiseStdDevs: Optional[List[float]] = None
    countStdDev: Optional[float] = None
    expectedL2Error: Optional[float] = None
    confidence: Optional[float] = None
    l2Radius: Optional[float] = None
    covers: Optional[str] = None
    #: What the interval of each coordinate covers: sample or noise.
    coversByColumn: Optional[List[str]] = None
    halfWidths: Optional[List[float]] = None
    clippedRowsAtMost: Optional[int] = None
    #: What no private release can say of rows.
    notKnown: Optional[str] = None
    clippingBiasBound: Optional[float] = None
    std: Optional[List[float]] = None
    stdNoise: Optional[List[float]] = None
    unresolved: Optional[int] = None
    unresolvedCoordinates: Optional[List[int]] = None
    covariance: Optional[List[List[float]]] = None
    noisyCovariance: Optional[List[List[float]]] = None
    correlation: Optional[List[List[Optional[float]]]] = None
    covarianceNoise: Optional[List[List[float]]] = None
    eigenvalues: Optional[List[float]] = None
    eigenvalueNoise: Optional[float] = None
    seeded: Optional[bool] = None
    messagesPerUser: Optional[float] = None
    bytesPerUser: Optional[float] = None
    randomizer: Optional[str] = None
    bundleBytes: Optional[List[float]] = None
    warnings: List[str] = field(default_factory=list)
    warningCodes: List[str] = field(default_factory=list)
    columnWarnings: List[ColumnWarning] = field(default_factory=list)
    groupCols: List[str] = field(default_factory=list)
    keySelection: Optional[str] = None
    keyDelta: Optional[float] = None
    maxGroupsPerPerson: Optional[int] = None
    groups: List[GroupMean] = field(default_factory=list)
    report: str = field(default="", repr=False)
    raw: Dict[str, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def fromJson(cls, report: str) -> "PrivateMeanSummary":
        """From a report as JSON: of the command line, of ``summary().toJson()`` or of ``reportCol``.

        :raises ValueError: if the text is no JSON object
        """
        raw = json.loads(report)
        if not isinstance(raw, dict):
            raise ValueError("a report is a JSON object, and this is %s" % type(raw).__name__)
        values = {name: raw[name] for name in raw if name in cls.__dataclass_fields__}
        values.update(raw.get("guarantee", {}))
        values["startUsed"] = raw.get("startFrom", {}).get("used")
        sampling = raw.get("sampling", {})
        values["sampling"] = sampling.get("asked")
        values["samplingHalvings"] = sampling.get("halvings")
        values["sampledRows"] = sampling.get("rows")
        shape = raw.get("covarianceType", {})
        values["covarianceType"] = shape.get("asked")
        values["usedCovarianceType"] = shape.get("used")
        radius = raw.get("l2Radius", {})
        values["l2Radius"] = radius.get("radius")
        values["confidence"] = radius.get("confidence", raw.get("confidence"))
        values["covers"] = radius.get("covers")
        intervals = raw.get("intervals", {})
        values["halfWidths"] = intervals.get("halfWidths")
        values["coversByColumn"] = intervals.get("coversByColumn")
        values["epsilonAtDelta"] = {e["delta"]: e["epsilon"] for e in raw.get("epsilonAtDelta", [])}
        values["charges"] = [
            Spent(c["step"], c["rho"], c.get("delta", 0.0)) for c in raw.get("charges", [])
        ]
        values["columnWarnings"] = [
            ColumnWarning(w["column"], w["code"], w.get("rowsAtMost"))
            for w in raw.get("columnWarnings", [])
        ]
        values["groups"] = [GroupMean._of(group) for group in raw.get("groups", [])]
        if "noiseStdDevs" not in raw and "noiseStdDev" in raw and "dimension" in raw:
            values["noiseStdDevs"] = [raw["noiseStdDev"]] * raw["dimension"]
        known = {name: values[name] for name in values if name in cls.__dataclass_fields__}
        return cls(**{**known, "report": report, "raw": raw})


@dataclass(frozen=True)
class LocalGaussianMeanSummary:
    """What a mean of users who trust nobody cost each of them, as its report tells it.

    Lengths are in data units. ``report`` is the JSON text.
    """

    mean: float
    #: The standard deviation of the values: the one given, or the one found.
    sigma: float
    sigmaKnown: bool
    #: What ran: kv, kv1, uv, uv1, knownVar or unkVar.
    estimator: str
    standardError: float
    confidence: float
    #: Of the error bar.
    halfWidth: float
    epsilon: float
    delta: float
    users: int
    rounds: int
    #: The least number of users who answered in a round.
    participants: int
    messagesPerUser: float
    bytesPerUser: float
    meanBound: float
    sigmaMin: float
    sigmaMax: float
    #: By estimator; None for one that could not work.
    forecastErrors: Dict[str, Optional[float]]
    seeded: bool
    warnings: List[str]
    report: str = field(repr=False)

    @classmethod
    def fromJson(cls, report: str) -> "LocalGaussianMeanSummary":
        """From ``summary().toJson()`` or the column of ``reportCol``.

        :raises ValueError: if the text is no such report
        """
        raw = json.loads(report)
        if not isinstance(raw, dict) or raw.get("version") != 1 or "estimator" not in raw:
            raise ValueError("this is no report of a LocalGaussianMean that this version knows")
        values = {name: raw[name] for name in raw if name in cls.__dataclass_fields__}
        return cls(**{**values, "mean": raw["mean"][0], "report": report})
