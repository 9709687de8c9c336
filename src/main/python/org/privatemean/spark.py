"""The name by which Spark ML finds the Python classes of the Java stages when it loads them."""

from privatemean.stages import (  # noqa: F401
    PrivateCovariance,
    PrivateMean,
    PrivateMeanModel,
    PrivateStandardScaler,
    PrivateStandardScalerModel,
)
