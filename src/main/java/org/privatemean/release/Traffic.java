package org.privatemean.release;

import java.io.Serializable;
import java.util.OptionalDouble;
import org.privatemean.annotation.Internal;

/** What users sent: a release by a curator, to whom they send nothing but their rows, has none. */
@Internal
public sealed interface Traffic extends Serializable {
  /** Messages of all rounds over n; empty in the local model. */
  default OptionalDouble messagesPerUser() {
    return OptionalDouble.empty();
  }

  /** Bytes of all rounds over n. */
  double bytesPerUser();

  /** Reports or messages of all rounds that were malformed and dropped. */
  long dropped();

  /**
   * Reports of the local model.
   *
   * @param bytesPerUser expected length of all reports of a user, from public values
   * @param dropped malformed reports of all rounds
   */
  record Reports(double bytesPerUser, long dropped) implements Traffic {}

  /**
   * Messages of the shuffle model.
   *
   * @param messages of all rounds over n; expected ones in a forecast
   * @param bytesPerUser bytes of these messages over n
   * @param dropped malformed messages of all rounds
   */
  record Messages(double messages, double bytesPerUser, long dropped) implements Traffic {
    @Override
    public OptionalDouble messagesPerUser() {
      return OptionalDouble.of(messages);
    }
  }

  /** Reads the traffic of saved values. */
  static Traffic read(Values values) {
    double bytes = values.number("bytesPerUser");
    long dropped = values.count("droppedReports");
    OptionalDouble messages = values.positive("messagesPerUser");
    return messages.isPresent()
        ? new Messages(messages.getAsDouble(), bytes, dropped)
        : new Reports(bytes, dropped);
  }
}
