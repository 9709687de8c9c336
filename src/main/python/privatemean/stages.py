"""The stages; their params are in :py:mod:`privatemean._params`."""

import sys
from typing import Any, Dict, List, Optional

from pyspark.ml.linalg import DenseVector, VectorUDT
from pyspark.ml.param import Param
from pyspark.ml.util import JavaMLReadable, JavaMLWritable
from pyspark.ml.wrapper import JavaEstimator, JavaModel, JavaWrapper
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import lit
from pyspark.sql.utils import is_remote

from privatemean._params import (
    _LocalGaussianMeanModelParams,
    _LocalGaussianMeanParams,
    _PrivateCovarianceParams,
    _PrivateMeanModelParams,
    _PrivateMeanParams,
    _PrivateStandardScalerModelParams,
    _PrivateStandardScalerParams,
)
from privatemean.summary import (
    ColumnForecast,
    GroupForecast,
    LocalGaussianMeanSummary,
    PrivateMeanSummary,
)

#: The package of the Java stages, and the module under which Spark ML looks for the Python ones.
_JAVA_PACKAGE = "org.privatemean.spark"


def _new_java(name: str, *args: Any) -> Any:
    try:
        return JavaWrapper._new_java_obj(_JAVA_PACKAGE + "." + name, *args)
    except TypeError as e:
        if "JavaPackage" not in str(e):
            raise
        raise RuntimeError(
            "the jar of spark-private-mean is not on the class path of Spark: start Spark with"
            " spark.jars set to privatemean.jar(), or with --packages or --jars that name it"
        ) from e


def _session() -> SparkSession:
    session = SparkSession.getActiveSession()
    if session is None:
        raise RuntimeError("there is no active Spark session: make one first")
    return session


def _local_only(what: str, instead: str) -> None:
    if is_remote():
        raise RuntimeError("Spark Connect does not let clients call %s: %s" % (what, instead))


class _ReportedModel(JavaModel):
    """A model that has a report."""

    outputCol: Param[str]
    reportCol: Param[str]

    _report: Optional[str] = None

    def _one_row(self) -> DataFrame:
        raise NotImplementedError

    def _read_report(self) -> str:
        if not is_remote():
            return str(self._java_obj.summary().toJson())  # type: ignore[union-attr]
        # Connect calls no methods of a model but its own list's: a column tells the same.
        columns: Dict[Param[Any], str] = {
            self.outputCol: "privateMeanOutput",
            self.reportCol: "privateMeanReport",
        }
        row = self.transform(self._one_row(), columns).select("privateMeanReport").first()
        return str(row["privateMeanReport"])  # type: ignore[index]

    def _reported(self) -> str:
        if self._report is None:
            self._report = self._read_report()
        return self._report


class _ReleasedModel(_ReportedModel):
    """What models of released vectors share."""

    @property
    def summary(self) -> PrivateMeanSummary:
        """What the release cost and how far it may be off.

        Over Spark Connect this runs one job on one row, the first time; a model with groups needs
        rows with its group columns there: read the column of ``transform(df, {reportCol: name})``.
        """
        return PrivateMeanSummary.fromJson(self._reported())

    def plot(self, height: Optional[int] = None, width: Optional[int] = None) -> str:
        """A picture of the mean with its intervals: the text of one SVG image.

        Jupyter shows it by ``IPython.display.SVG(model.plot())``, Databricks by
        ``displayHTML(model.plot())``. With height and width the coordinates are the pixels of an
        image, row by row.

        :raises RuntimeError: over Spark Connect
        :raises ValueError: if one of height and width is given without the other
        """
        _local_only("plot", "draw the intervals of summary")
        if (height is None) != (width is None):
            raise ValueError("height and width go together: give both, or neither")
        java = self._java_obj.summary()  # type: ignore[union-attr]
        return str(java.plot() if height is None else java.plot(height, width))


class PrivateMeanModel(
    _PrivateMeanModelParams,
    _ReleasedModel,
    JavaMLReadable["PrivateMeanModel"],
    JavaMLWritable,
):
    """A released private mean, or one for each group, as the model of :py:class:`PrivateMean`.

    ``transform`` appends the mean, that of the row's group where there are groups, as a vector
    column. The model holds released and public values only.
    """

    def _one_row(self) -> DataFrame:
        return _session().range(1)

    @property
    def mean(self) -> DenseVector:
        """The private mean, in data units.

        :raises ValueError: if each group has a mean of its own: see :py:attr:`groups`
        """
        mean = self.summary.mean
        if mean is None:
            raise ValueError("each group has a mean of its own: read model.groups")
        return DenseVector(mean)

    @property
    def isGrouped(self) -> bool:
        """Whether each group has a mean of its own."""
        return bool(self.summary.groupCols)

    @property
    def groups(self) -> DataFrame:
        """The groups, sorted by key: a row for each.

        Columns: the group columns, with the types of the input; mean (a vector, data units), count,
        noiseStdDev, clippingNorm, expectedL2Error, halfWidths (a vector), l2Radius, rho, status (ok,
        tooSmall or notLocated). All but count, rho and status are null unless it is ok.

        :raises RuntimeError: over Spark Connect
        :raises ValueError: if the model has one mean and no groups
        """
        _local_only("groups", "read summary.groups from the column of reportCol")
        if not self.isGrouped:
            raise ValueError(
                "this model has one mean and no groups: read model.mean, or set groupCols before the"
                " fit"
            )
        return DataFrame(self._java_obj.groups(), _session())  # type: ignore[union-attr]


class PrivateMean(
    _PrivateMeanParams,
    JavaEstimator[PrivateMeanModel],
    JavaMLReadable["PrivateMean"],
    JavaMLWritable,
):
    """Releases the differentially private mean of a vector column.

    >>> model = PrivateMean(inputCol="features", dimension=784, rho=0.5).fit(df)  # doctest: +SKIP
    >>> model.mean, model.summary.l2Radius                                # doctest: +SKIP

    Three params are enough: the column, the budget (``rho``, or ``epsilon`` and ``delta``) and the
    number of coordinates, which an assembler tells. ``explainParams()`` has all of them. Values are
    checked by the Java stage, at the fit and before any row is read.
    """

    def _start(self) -> None:
        self._java_obj = _new_java("PrivateMean", self.uid)

    def _create_model(self, java_model: Any) -> PrivateMeanModel:
        return PrivateMeanModel(java_model)

    def _asked(self, what: str) -> Any:
        _local_only(what, "ask private-mean forecast on the command line")
        self._transfer_params_to_java()
        return self._java_obj

    def forecast(self, rows: int, dimension: int, spread: float) -> PrivateMeanSummary:
        """What a fit would report, from public values alone: nothing is read and nothing is spent.

        :param rows: number of rows
        :param dimension: number of coordinates
        :param spread: guessed root mean squared distance of the rows to their mean, in data units
        """
        java = self._asked("forecast").forecast(rows, dimension, float(spread))
        return PrivateMeanSummary.fromJson(java.toJson())

    def forecastColumns(self, rows: int, columnsLike: str) -> List[ColumnForecast]:
        """How wide the interval of each column is likely to be, of columns known by kind.

        :param rows: number of rows
        :param columnsLike: kinds, such as ``flag:0.01,lognormal:1,normal*20``
        """
        java = self._asked("forecastColumns").forecastColumns(rows, columnsLike)
        names = ColumnForecast.__dataclass_fields__
        return [
            ColumnForecast(**{name: getattr(line, name)() for name in names}) for line in java
        ]

    def forecastGroups(
        self, rowsPerGroup: int, groups: int, dimension: int, spread: float
    ) -> GroupForecast:
        """The same of each of many groups of one size."""
        java = self._asked("forecastGroups").forecastGroups(
            rowsPerGroup, groups, dimension, float(spread)
        )
        names = GroupForecast.__dataclass_fields__
        return GroupForecast(**{name: getattr(java, name)() for name in names})

    def forecastRho(
        self, rows: int, dimension: int, spread: float, targetError: float
    ) -> float:
        """The least rho with which :py:meth:`forecast` expects no more than an l2 error."""
        java = self._asked("forecastRho")
        return float(java.forecastRho(rows, dimension, float(spread), float(targetError)))

    def forecastRows(self, dimension: int, spread: float, targetError: float) -> int:
        """The fewest rows with which :py:meth:`forecast` expects no more than an l2 error."""
        java = self._asked("forecastRows")
        return int(java.forecastRows(dimension, float(spread), float(targetError)))


class PrivateCovariance(
    _PrivateCovarianceParams,
    JavaEstimator[PrivateMeanModel],
    JavaMLReadable["PrivateCovariance"],
    JavaMLWritable,
):
    """The private mean, covariance and correlation of a vector column."""

    def _start(self) -> None:
        self._java_obj = _new_java("PrivateCovariance", self.uid)

    def _create_model(self, java_model: Any) -> PrivateMeanModel:
        return PrivateMeanModel(java_model)


class PrivateStandardScalerModel(
    _PrivateStandardScalerModelParams,
    _ReleasedModel,
    JavaMLReadable["PrivateStandardScalerModel"],
    JavaMLWritable,
):
    """Private means and deviations, as the model of :py:class:`PrivateStandardScaler`.

    ``transform`` appends each row's vector less the mean (``withMean``), divided by the standard
    deviations (``withStd``), as Spark's own scaler does.
    """

    def _one_row(self) -> DataFrame:
        column = lit(None).cast(VectorUDT()).alias(self.getInputCol())
        return _session().range(1).select(column)

    @property
    def mean(self) -> DenseVector:
        """The private mean, in data units."""
        return DenseVector(self.summary.mean or [])

    @property
    def std(self) -> DenseVector:
        """The private standard deviations, in data units.

        Those of ``summary.unresolvedCoordinates`` are upper bounds.
        """
        return DenseVector(self.summary.std or [])


class PrivateStandardScaler(
    _PrivateStandardScalerParams,
    JavaEstimator[PrivateStandardScalerModel],
    JavaMLReadable["PrivateStandardScaler"],
    JavaMLWritable,
):
    """Spark's ``StandardScaler`` by private means and standard deviations."""

    def _start(self) -> None:
        self._java_obj = _new_java("PrivateStandardScaler", self.uid)

    def _create_model(self, java_model: Any) -> PrivateStandardScalerModel:
        return PrivateStandardScalerModel(java_model)


class LocalGaussianMeanModel(
    _LocalGaussianMeanModelParams,
    _ReportedModel,
    JavaMLReadable["LocalGaussianMeanModel"],
    JavaMLWritable,
):
    """A mean found in the local model, as the model of :py:class:`LocalGaussianMean`.

    ``transform`` appends the mean as a column of doubles.
    """

    def _one_row(self) -> DataFrame:
        return _session().range(1)

    @property
    def summary(self) -> LocalGaussianMeanSummary:
        """What the mean cost each user and how far it may be off.

        Over Spark Connect this runs one job on one row, the first time.
        """
        return LocalGaussianMeanSummary.fromJson(self._reported())

    @property
    def mean(self) -> float:
        """The private mean, in data units."""
        return self.summary.mean

    @property
    def sigma(self) -> float:
        """The standard deviation of the values: the one given, or the one found."""
        return self.summary.sigma


class LocalGaussianMean(
    _LocalGaussianMeanParams,
    JavaEstimator[LocalGaussianMeanModel],
    JavaMLReadable["LocalGaussianMean"],
    JavaMLWritable,
):
    """The mean of a numeric column of normal values, by reports of users who trust nobody.

    >>> stage = LocalGaussianMean(inputCol="height", epsilon=1.0, meanBound=300.0)
    ... # doctest: +SKIP
    >>> stage.setSigmaMin(1.0).setSigmaMax(50.0).fit(df).mean  # doctest: +SKIP

    Each row is one user. Give ``sigma`` where the standard deviation of the values is known, else
    ``sigmaMin`` and ``sigmaMax``.
    """

    def _start(self) -> None:
        self._java_obj = _new_java("LocalGaussianMean", self.uid)

    def _create_model(self, java_model: Any) -> LocalGaussianMeanModel:
        return LocalGaussianMeanModel(java_model)

    def forecast(self, rows: int) -> float:
        """Standard error of the mean to expect of so many users: nothing is read.

        :raises RuntimeError: over Spark Connect
        """
        _local_only("forecast", "run private-mean simulate gaussian on made rows")
        self._transfer_params_to_java()
        return float(self._java_obj.forecast(rows))  # type: ignore[union-attr]


# Spark ML looks for the classes under the Java name, and for the Java name under __module__.
for _stage in (
    LocalGaussianMean,
    LocalGaussianMeanModel,
    PrivateMean,
    PrivateMeanModel,
    PrivateCovariance,
    PrivateStandardScaler,
    PrivateStandardScalerModel,
):
    _stage.__module__ = _JAVA_PACKAGE
sys.modules.setdefault(_JAVA_PACKAGE, sys.modules[__name__])
