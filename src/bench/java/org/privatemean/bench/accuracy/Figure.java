package org.privatemean.bench.accuracy;

import java.util.List;

/**
 * An experiment: every contender in every setting.
 *
 * @param id name of its files
 * @param title one line on what is measured, with the values that all settings share
 * @param contenders in the order of tables
 * @param settings in the order of the axis, panel by panel
 * @param trials of each setting
 */
record Figure(
    String id, String title, List<Contender> contenders, List<Setting> settings, int trials) {}
