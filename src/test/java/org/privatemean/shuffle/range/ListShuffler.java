package org.privatemean.shuffle.range;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.privatemean.shuffle.message.MessageSink;
import org.privatemean.shuffle.message.Shuffler;

/** All messages in one list, in an order of a seed. */
public final class ListShuffler implements Shuffler {
  /** One message. */
  public record Message(int label, long body) {}

  private final List<Message> messages = new ArrayList<>();
  private final Random random;

  public ListShuffler(long seed) {
    this.random = new Random(seed);
  }

  @Override
  public void send(int label, long body) {
    messages.add(new Message(label, body));
  }

  @Override
  public void drainTo(MessageSink analyzer) {
    Collections.shuffle(messages, random);
    messages.forEach(message -> analyzer.send(message.label(), message.body()));
  }

  /** The messages that came in. */
  public List<Message> messages() {
    return messages;
  }
}
