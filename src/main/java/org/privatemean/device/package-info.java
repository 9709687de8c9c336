/**
 * The code that runs on a user's device and protects its user from the server: {@link
 * org.privatemean.device.Device} keeps a secret key and a ledger of what was answered, and its
 * sessions answer the states of a joined run, each round once. The clients that are functions of
 * state, row and bits ({@link org.privatemean.local.LocalMeanClient}, {@link
 * org.privatemean.shuffle.ShuffleMeanClient}) answer whatever they are asked: for simulations.
 */
package org.privatemean.device;
