package org.privatemean.bench.accuracy;

/**
 * What one contender reached in one setting.
 *
 * @param figure the experiment
 * @param setting the point
 * @param contender the estimator
 * @param total errors against the true mean; the empirical mean where there is no other
 * @param own private errors: against the empirical mean
 */
record Result(Figure figure, Setting setting, Contender contender, Summary total, Summary own) {}
