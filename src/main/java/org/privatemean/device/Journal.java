package org.privatemean.device;

/**
 * Storage for a ledger's entries, which are written before anything that they stand for leaves the
 * device.
 */
interface Journal extends AutoCloseable {
  /**
   * Keeps an entry: when this returns, it is kept for good.
   *
   * @throws java.io.UncheckedIOException if it could not be; then it may be kept or not, and this
   *     journal takes no more
   * @throws RefusedException if it takes no more
   */
  void append(JournalEntry entry);

  @Override
  void close();

  /** Keeps nothing beyond the process. */
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
