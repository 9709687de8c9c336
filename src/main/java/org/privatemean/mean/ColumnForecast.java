package org.privatemean.mean;

/**
 * The forecast of a release for columns of one known kind; from public values alone.
 *
 * @param kind as it was given: normal, lognormal:SIGMA or flag:SHARE
 * @param columns number of such columns
 * @param halfWidth of the interval of each, in standard deviations of the column
 * @param timesNormal the same over that of each of as many normal columns as there are columns
 * @param seen {@code ordinary}; {@code rare}, some values far beyond the deviation, which widen the
 *     interval; {@code longTail}, values beyond what clipping keeps, which makes the forecast
 *     rough; or {@code nearlyConstant}, too few values that differ from one to be seen
 * @since 0.1.0
 */
public record ColumnForecast(
    String kind, int columns, double halfWidth, double timesNormal, String seen) {}
