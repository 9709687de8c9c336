package org.privatemean.local.gaussian;

/**
 * The task of a user: a round, a coordinate, and a group of that round. It follows from the user's
 * id and public values, never from a value.
 *
 * @param round from 1
 * @param coordinate from 0; -1 if the user reports on all coordinates
 * @param group from 0
 */
record UserTask(int round, int coordinate, int group) {}
