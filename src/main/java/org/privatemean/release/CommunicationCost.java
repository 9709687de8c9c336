package org.privatemean.release;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.privatemean.annotation.Internal;

/**
 * The communication of the users. A release of the central model has none: users send only their
 * rows.
 *
 * @param messages number of messages of all rounds divided by n, expected in a forecast; NaN in the
 *     local model
 * @param bytesPerUser bytes of all rounds divided by n
 * @param dropped number of malformed reports or messages of all rounds, which were dropped
 * @param bundleBytes in a forecast, bytes of the bundle that a device sends in each round in which
 *     its user is asked; sealed in the shuffle model; empty in a release
 * @param named the randomizer of vectors in the local model; "" if it has no name
 */
@Internal
public record CommunicationCost(
    double messages, double bytesPerUser, long dropped, List<Double> bundleBytes, String named)
    implements Serializable {
  public static CommunicationCost local(
      double bytesPerUser, long dropped, List<Double> bundleBytes, String randomizer) {
    return new CommunicationCost(Double.NaN, bytesPerUser, dropped, bundleBytes, randomizer);
  }

  public static CommunicationCost shuffled(
      double messages, double bytesPerUser, long dropped, List<Double> bundleBytes) {
    return new CommunicationCost(messages, bytesPerUser, dropped, bundleBytes, "");
  }

  public OptionalDouble messagesPerUser() {
    return Values.present(messages);
  }

  public Optional<String> randomizer() {
    return Optional.of(named).filter(name -> !name.isEmpty());
  }

  static CommunicationCost read(Values values) {
    return new CommunicationCost(
        values.positive("messagesPerUser").orElse(Double.NaN),
        values.number("bytesPerUser"),
        values.count("droppedReports"),
        List.of(),
        values.anyText("randomizer").orElse(""));
  }
}
