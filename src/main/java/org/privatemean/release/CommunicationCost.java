package org.privatemean.release;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.privatemean.annotation.Internal;

/**
 * The communication of users: a release by a curator, to whom they send nothing but their rows, has
 * none.
 */
@Internal
public sealed interface CommunicationCost extends Serializable {
  /** Messages of all rounds over n; empty in the local model. */
  default OptionalDouble messagesPerUser() {
    return OptionalDouble.empty();
  }

  /** Bytes of all rounds over n. */
  double bytesPerUser();

  /** Reports or messages of all rounds that were malformed and dropped. */
  long dropped();

  /**
   * In a forecast, bytes of the bundle that a user sends in each round in which it is asked, as a
   * device sends it: sealed, in the shuffle model; empty in a release.
   */
  default List<Double> bundleBytes() {
    return List.of();
  }

  /** Returns what users of the local model report vectors with; empty in other models. */
  default Optional<String> randomizer() {
    return Optional.empty();
  }

  /**
   * Reports of the local model.
   *
   * @param bytesPerUser expected length of all reports of a user, from public values
   * @param dropped malformed reports of all rounds
   * @param bundleBytes round by round, in a forecast
   * @param named the randomizer of vectors; "" where it has no name
   */
  record LocalCost(double bytesPerUser, long dropped, List<Double> bundleBytes, String named)
      implements CommunicationCost {
    /** Creates the cost of a release. */
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
   * @param messages of all rounds over n; expected ones in a forecast
   * @param bytesPerUser bytes of these messages over n
   * @param dropped malformed messages of all rounds
   * @param bundleBytes round by round, in a forecast
   */
  record ShuffleCost(double messages, double bytesPerUser, long dropped, List<Double> bundleBytes)
      implements CommunicationCost {
    /** Creates the cost of a release. */
    public ShuffleCost(double messages, double bytesPerUser, long dropped) {
      this(messages, bytesPerUser, dropped, List.of());
    }

    @Override
    public OptionalDouble messagesPerUser() {
      return OptionalDouble.of(messages);
    }
  }

  /** Reads the traffic of saved values. */
  static CommunicationCost read(Values values) {
    double bytes = values.number("bytesPerUser");
    long dropped = values.count("droppedReports");
    OptionalDouble messages = values.positive("messagesPerUser");
    return messages.isPresent()
        ? new ShuffleCost(messages.getAsDouble(), bytes, dropped)
        : new LocalCost(bytes, dropped, values.anyText("randomizer").orElse(""));
  }
}
