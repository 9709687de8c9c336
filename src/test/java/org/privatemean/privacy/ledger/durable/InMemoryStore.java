package org.privatemean.privacy.ledger.durable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A store for tests, which several ledgers may share. */
public final class InMemoryStore implements LedgerStore {
  private final Map<StoreKey, byte[]> values = new ConcurrentHashMap<>();

  /** An empty store. */
  public InMemoryStore() {}

  /** A store with the same values, which goes its own way from here. */
  public InMemoryStore copy() {
    InMemoryStore copy = new InMemoryStore();
    copy.values.putAll(values);
    return copy;
  }

  /** Puts a value whatever is there, as no writer can. */
  public void tamper(StoreKey key, byte[] bytes) {
    values.put(key, bytes.clone());
  }

  /** Removes a value, as no writer can. */
  public void lose(StoreKey key) {
    values.remove(key);
  }

  /** Number of entries, if there are no gaps. */
  public int size() {
    return (int) values.keySet().stream().filter(key -> key.area() == Area.ENTRIES).count();
  }

  @Override
  public boolean putIfAbsent(StoreKey key, byte[] bytes) {
    byte[] before = values.putIfAbsent(key, bytes.clone());
    return before == null || Arrays.equals(before, bytes);
  }

  @Override
  public Optional<byte[]> get(StoreKey key) {
    return Optional.ofNullable(values.get(key)).map(byte[]::clone);
  }

  @Override
  public List<byte[]> entriesFrom(long first) {
    List<byte[]> found = new ArrayList<>(LedgerStore.super.entriesFrom(first));
    if (first + found.size() < size()) {
      throw new LedgerUnavailableException("entry " + found.size() + " is missing");
    }
    return found;
  }

  @Override
  public boolean removeBeat(long number) {
    values.remove(new StoreKey(Area.BEATS, number));
    return true;
  }

  @Override
  public List<Long> numbers(Area area) {
    return values.keySet().stream()
        .filter(key -> key.area() == area)
        .map(StoreKey::number)
        .sorted()
        .toList();
  }

  @Override
  public void prepare() {}

  @Override
  public void check() {}

  @Override
  public int clean() {
    return 0;
  }

  @Override
  public String name() {
    return "memory:";
  }

  @Override
  public void close() {}
}
