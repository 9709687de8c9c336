package org.privatemean.privacy.ledger.durable;

import java.util.List;
import java.util.Optional;

/** A store that does what another does, as long as nothing is overridden. */
public class ForwardingStore implements LedgerStore {
  private final LedgerStore store;

  /** Forwards to a store. */
  public ForwardingStore(LedgerStore store) {
    this.store = store;
  }

  @Override
  public boolean putIfAbsent(Area area, long number, byte[] bytes) {
    return store.putIfAbsent(area, number, bytes);
  }

  @Override
  public Optional<byte[]> get(Area area, long number) {
    return store.get(area, number);
  }

  @Override
  public List<byte[]> entriesFrom(long first) {
    return store.entriesFrom(first);
  }

  @Override
  public List<Long> numbers(Area area) {
    return store.numbers(area);
  }

  @Override
  public boolean removeBeat(long number) {
    return store.removeBeat(number);
  }

  @Override
  public void prepare() {
    store.prepare();
  }

  @Override
  public void check() {
    store.check();
  }

  @Override
  public int clean() {
    return store.clean();
  }

  @Override
  public String name() {
    return store.name();
  }

  @Override
  public void close() {
    store.close();
  }
}
