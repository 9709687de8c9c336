package org.privatemean.device;

/** The storage of a ledger's entries, which are written before their results leave the device. */
interface Journal extends AutoCloseable {
  /**
   * Stores an entry durably before it returns.
   *
   * @throws java.io.UncheckedIOException if that fails; the entry may be stored or not, and this
   *     journal accepts no more
   * @throws RefusedException if it accepts no more
   */
  void append(JournalEntry entry);

  @Override
  void close();

  static Journal inMemory() {
    return new Journal() {
      private boolean closed;

      @Override
      public void append(JournalEntry entry) {
        if (closed) {
          throw new RefusedException("this device is closed");
        }
      }

      @Override
      public void close() {
        closed = true;
      }
    };
  }
}
