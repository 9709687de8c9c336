package org.privatemean.shuffle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A mix between users and server: it forwards the messages of a round in a random order. */
final class InMemoryShuffler implements MessageSink {
  private record Message(int label, long body) {}

  private final List<Message> messages = new ArrayList<>();

  @Override
  public void send(int label, long body) {
    messages.add(new Message(label, body));
  }

  int size() {
    return messages.size();
  }

  void drainTo(MessageSink analyzer) {
    Collections.shuffle(messages);
    messages.forEach(message -> analyzer.send(message.label(), message.body()));
  }
}
