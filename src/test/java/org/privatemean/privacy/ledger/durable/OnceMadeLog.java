package org.privatemean.privacy.ledger.durable;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A mistake: an entry is made of what was read at first, and then tried until a number is free. */
final class OnceMadeLog extends Log {
  private static final long WAIT_NANOS = 4_000_000;

  OnceMadeLog(LedgerStore store, EntryAuthenticator seal) {
    super(store, seal, Surroundings.real());
  }

  @Override
  OptionalLong append(Supplier<Optional<LedgerEntry.LedgerEvent>> make) {
    readOn();
    Optional<LedgerEntry.LedgerEvent> act = make.get();
    if (act.isEmpty()) {
      return OptionalLong.empty();
    }
    while (true) {
      pause(WAIT_NANOS);
      readOn();
      int number = state.size();
      if (put(act.get())) {
        return OptionalLong.of(number);
      }
    }
  }
}
