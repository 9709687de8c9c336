/**
 * The shuffle model: users randomize, a shuffler permutes the messages of all of them, and the
 * server sees no more than their multiset. Accuracy is that of a trusted curator; the shuffler is
 * trusted not to deal with the server.
 *
 * <p>The parties are {@link org.privatemean.shuffle.MessageRandomizer}, {@link
 * org.privatemean.shuffle.BundleIntake} and {@link org.privatemean.shuffle.Analyzer}. Messages are
 * sealed for the server, and the messages of a user together for the shuffler (HPKE, RFC 9180, with
 * X25519, HKDF-SHA256 and AES-256-GCM of the JDK). Sums: {@link
 * org.privatemean.shuffle.SplitAndMix} hides everything about the number of a user but the sum;
 * noise whose shares the users add makes that sum private ({@link
 * org.privatemean.shuffle.VectorSum}). Range counts: each user hides among dummy messages that all
 * users add; the server sees a count plus independent Poisson noise. The search of the mean asks
 * one threshold a round, or flat cells in few rounds.
 */
package org.privatemean.shuffle;
