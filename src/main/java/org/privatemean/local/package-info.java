/**
 * The local model: nobody is trusted. Devices randomize what they send, and the server computes
 * from reports alone.
 *
 * <p>{@link org.privatemean.local.LocalMeanPlan} decides from public values; {@link
 * org.privatemean.local.LocalMeanClient} makes a device's reports; {@link
 * org.privatemean.local.LocalMeanTally} collects them; {@link org.privatemean.local.LocalMeanState}
 * is what is public between the rounds.
 *
 * <p>Reports of vectors of bounded norm: PrivUnit and PrivUnitG, which draw from spherical caps
 * ({@link org.privatemean.local.CapSampler}), FastProjUnit, which first projects to few coordinates
 * by a public random projection, and Gaussian noise. Reports have a compact, versioned binary form;
 * malformed ones are counted and dropped ({@link org.privatemean.local.Rejections#accepts}).
 *
 * <p>Range counting (Lemma 5.1 of Huang, Liang and Yi 2021): each device sends one short private
 * report, from which the server estimates how many values lie below any point, and with {@link
 * org.privatemean.query.QuantileSearch} any quantile. {@code HaarRandomizer} and {@code HaarTally}
 * work on universes of up to 2^62 integers.
 */
package org.privatemean.local;
