/**
 * The code that runs on a user's device and protects its user from the server: {@link
 * org.privatemean.device.Device} keeps a secret key and a ledger of what was answered; a session of
 * a run ({@link org.privatemean.device.LocalMeanSession}, {@link
 * org.privatemean.device.ShuffleMeanSession}) answers the states of the run that the device joined,
 * each round once, and refuses all else.
 *
 * <p>The clients that are functions of state, row and bits ({@link
 * org.privatemean.local.LocalMeanClient}, {@link org.privatemean.shuffle.ShuffleMeanClient}) answer
 * whatever they are asked, as often as they are asked: they are for simulations.
 */
package org.privatemean.device;
