package org.privatemean.spark.column;

import java.util.List;

/**
 * A row as a fit reads it.
 *
 * @param file the file that it came from
 * @param place rows of a file stand in the order of their places
 * @param row the coordinates, or null if the row is invalid
 */
public record Decoded(String file, long place, List<Double> row) {}
