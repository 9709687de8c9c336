package org.privatemean.bench.local;

/**
 * A randomizer and what takes in its reports, in one thread.
 *
 * @param name the randomizer
 * @param dimension number of coordinates of a user's row
 * @param bytes mean length of what a user sends; 0 where that is nothing
 * @param make makes the reports of one user
 * @param add takes in those of one user; does nothing where nobody sends
 */
record Party(String name, int dimension, double bytes, Runnable make, Runnable add) {}
