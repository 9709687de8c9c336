package org.privatemean.mean;

/**
 * The forecast of a release for columns of one known kind, from public values alone.
 *
 * @param kind the kind as given: normal, lognormal:SIGMA or flag:SHARE
 * @param columns number of such columns
 * @param halfWidth half-width of the interval of each, in standard deviations of the column
 * @param timesNormal ratio of this half-width to that of each column if all columns were normal
 * @param seen {@code ordinary}; {@code rare}, some values far above the deviation, which widen the
 *     interval; {@code longTail}, values beyond the clipping limit, which make the forecast rough;
 *     or {@code nearlyConstant}, too few values that differ from one value to be detected
 * @since 0.1.0
 */
public record ColumnForecast(
    String kind, int columns, double halfWidth, double timesNormal, String seen) {}
