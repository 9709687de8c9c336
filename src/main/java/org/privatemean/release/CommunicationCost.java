package org.privatemean.release;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.privatemean.annotation.Internal;

/**
 * The communication of the users. A release of the central model has none: users send only their
 * rows.
 */
@Internal
public sealed interface CommunicationCost extends Serializable {
  /** Number of messages of all rounds divided by n; empty in the local model. */
  default OptionalDouble messagesPerUser() {
    return OptionalDouble.empty();
  }

  /** Bytes of all rounds divided by n. */
  double bytesPerUser();

  /** Number of malformed reports or messages of all rounds, which were dropped. */
  long dropped();

  /**
   * In a forecast, bytes of the bundle that a device sends in each round in which its user is
   * asked; sealed in the shuffle model; empty in a release.
   */
  default List<Double> bundleBytes() {
    return List.of();
  }

  /** The randomizer of vectors in the local model; empty in other models. */
  default Optional<String> randomizer() {
    return Optional.empty();
  }

  /**
   * Reports of the local model.
   *
   * @param bytesPerUser expected length of all reports of a user, from public values
   * @param dropped number of malformed reports of all rounds
   * @param bundleBytes bytes of a bundle, round by round, in a forecast
   * @param named the randomizer of vectors; "" if it has no name
   */
  record LocalCost(double bytesPerUser, long dropped, List<Double> bundleBytes, String named)
      implements CommunicationCost {
    /** Creates the reports of a release. */
    public LocalCost(double bytesPerUser, long dropped, String named) {
      this(bytesPerUser, dropped, List.of(), named);
    }

    @Override
    public Optional<String> randomizer() {
      return Optional.of(named).filter(name -> !name.isEmpty());
    }
  }

  /**
   * Messages of the shuffle model.
   *
   * @param messages number of messages of all rounds divided by n; the expected number in a
   *     forecast
   * @param bytesPerUser bytes of these messages divided by n
   * @param dropped number of malformed messages of all rounds
   * @param bundleBytes bytes of a bundle, round by round, in a forecast
   */
  record ShuffleCost(double messages, double bytesPerUser, long dropped, List<Double> bundleBytes)
      implements CommunicationCost {
    /** Creates the messages of a release. */
    public ShuffleCost(double messages, double bytesPerUser, long dropped) {
      this(messages, bytesPerUser, dropped, List.of());
    }

    @Override
    public OptionalDouble messagesPerUser() {
      return OptionalDouble.of(messages);
    }
  }

  /** Reads the communication of saved values. */
  static CommunicationCost read(Values values) {
    double bytes = values.number("bytesPerUser");
    long dropped = values.count("droppedReports");
    OptionalDouble messages = values.positive("messagesPerUser");
    return messages.isPresent()
        ? new ShuffleCost(messages.getAsDouble(), bytes, dropped)
        : new LocalCost(bytes, dropped, values.anyText("randomizer").orElse(""));
  }
}
