package org.privatemean.privacy.ledger.durable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A store for tests, which several ledgers may share. */
public final class InMemoryStore implements LedgerStore {
  private final Map<Key, byte[]> values = new ConcurrentHashMap<>();

  private record Key(Area area, long number) {}

  /** An empty store. */
  public InMemoryStore() {}

  /** A store with the same values, which goes its own way from here. */
  public InMemoryStore copy() {
    InMemoryStore copy = new InMemoryStore();
    copy.values.putAll(values);
    return copy;
  }

  /** Puts a value whatever is there, as no writer can. */
  public void tamper(Area area, long number, byte[] bytes) {
    values.put(new Key(area, number), bytes.clone());
  }

  /** Removes a value, as no writer can. */
  public void lose(Area area, long number) {
    values.remove(new Key(area, number));
  }

  /** Number of entries, if there are no gaps. */
  public int size() {
    return (int) values.keySet().stream().filter(key -> key.area() == Area.ENTRIES).count();
  }

  @Override
  public boolean putIfAbsent(Area area, long number, byte[] bytes) {
    byte[] before = values.putIfAbsent(new Key(area, number), bytes.clone());
    return before == null || Arrays.equals(before, bytes);
  }

  @Override
  public Optional<byte[]> get(Area area, long number) {
    return Optional.ofNullable(values.get(new Key(area, number))).map(byte[]::clone);
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
    values.remove(new Key(Area.BEATS, number));
    return true;
  }

  @Override
  public List<Long> numbers(Area area) {
    return values.keySet().stream()
        .filter(key -> key.area() == area)
        .map(Key::number)
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
