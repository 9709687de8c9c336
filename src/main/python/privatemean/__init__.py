"""Differentially private means of vector columns, as Spark ML stages.

>>> from privatemean import PrivateMean
>>> model = PrivateMean(inputCol="features", dimension=784, rho=0.5).fit(df)  # doctest: +SKIP
>>> model.mean                                                # doctest: +SKIP
>>> model.summary.l2Radius                                    # doctest: +SKIP

The stages need PySpark, and the jar of this package on the class path of Spark: see :func:`jar`.
:mod:`privatemean.summary` needs neither: it reads reports wherever they were written.
"""

from typing import TYPE_CHECKING, Any

from privatemean.summary import (
    ColumnForecast,
    ColumnWarning,
    GroupForecast,
    GroupMean,
    LocalGaussianMeanSummary,
    PrivateMeanSummary,
    Spent,
)

if TYPE_CHECKING:
    from privatemean.stages import (
        LocalGaussianMean,
        LocalGaussianMeanModel,
        PrivateCovariance,
        PrivateMean,
        PrivateMeanModel,
        PrivateStandardScaler,
        PrivateStandardScalerModel,
    )

__all__ = [
    "ColumnForecast",
    "ColumnWarning",
    "GroupForecast",
    "GroupMean",
    "LocalGaussianMean",
    "LocalGaussianMeanModel",
    "LocalGaussianMeanSummary",
    "PrivateCovariance",
    "PrivateMean",
    "PrivateMeanModel",
    "PrivateMeanSummary",
    "PrivateStandardScaler",
    "PrivateStandardScalerModel",
    "Spent",
    "jar",
]
__version__ = "0.1.0"

_STAGES = {
    "LocalGaussianMean",
    "LocalGaussianMeanModel",
    "PrivateCovariance",
    "PrivateMean",
    "PrivateMeanModel",
    "PrivateStandardScaler",
    "PrivateStandardScalerModel",
}


def __getattr__(name: str) -> Any:
    # Not before they are asked for: reports can be read where there is no PySpark.
    if name in _STAGES:
        try:
            from privatemean import stages
        except ModuleNotFoundError as missing:
            if (missing.name or "").split(".")[0] != "pyspark":
                raise
            raise ModuleNotFoundError(
                "%s needs PySpark 3.5 to 4.1: pip install pyspark" % name, name="pyspark"
            ) from missing
        return getattr(stages, name)
    raise AttributeError("module %r has no attribute %r" % (__name__, name))


def jar() -> str:
    """Path of the jar, for ``spark.jars``: the one in the wheel, or the one this was read from.

    :raises RuntimeError: if this is neither, but a folder of sources
    """
    archive = getattr(__loader__, "archive", None)
    if archive is not None:
        return str(archive)
    from importlib.resources import files

    folder = files(__name__).joinpath("jars")
    found = [f for f in folder.iterdir() if f.name.endswith(".jar")] if folder.is_dir() else []
    if not found:
        raise RuntimeError(
            "there is no jar beside these Python files: install the wheel that the build leaves in"
            " target, or name the jar of target/dist/lib in spark.jars"
        )
    return str(found[0])
