package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;

final class FileStoreTest {
  private static final byte[] MINE = {1, 2, 3};
  private static final byte[] OTHER = {4, 5};

  @TempDir private Path folder;

  private FileStore prepared() {
    FileStore store = FileStore.open(folder);
    store.prepare();
    store.check();
    return store;
  }

  private static List<String> names(Path place) throws IOException {
    try (Stream<Path> files = Files.list(place)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void putIfAbsent_twice_keepsOnlyTheFirst() throws IOException {
    FileStore store = prepared();
    assertTrue(store.putIfAbsent(Area.ENTRIES, 0, MINE));
    assertFalse(store.putIfAbsent(Area.ENTRIES, 0, OTHER));
    assertArrayEquals(MINE, store.get(Area.ENTRIES, 0).orElseThrow());
    assertEquals(Optional.empty(), store.get(Area.ENTRIES, 1));
    assertEquals(Optional.empty(), store.get(Area.RESULTS, 0));
    assertEquals(List.of("000000000000"), names(folder.resolve("entries")));
    assertEquals(List.of(), names(folder.resolve("staging")));
    assertEquals("file:" + folder, store.name());
  }

  @Test
  void files_areReadableByTheirGroupAndWritableByNobody() throws IOException {
    prepared().putIfAbsent(Area.ENTRIES, 0, MINE);
    Set<PosixFilePermission> permissions =
        Files.getPosixFilePermissions(folder.resolve("entries/000000000000"));
    assertTrue(permissions.contains(PosixFilePermission.OWNER_READ));
    assertFalse(
        permissions.stream()
            .anyMatch(p -> p.name().endsWith("WRITE") || p.name().contains("OTHERS")));
  }

  @Test
  void results_areListedInOrderAndOthersIgnored() throws IOException {
    FileStore store = prepared();
    for (long number : new long[] {17, 3, 123_456_789_012L}) {
      store.putIfAbsent(Area.RESULTS, number, MINE);
    }
    Files.createFile(folder.resolve("results/.nfs0001"));
    assertEquals(List.of(3L, 17L, 123_456_789_012L), store.numbers(Area.RESULTS));
  }

  @Test
  void entriesFrom_gap_isRefusedWithTheNumber() throws IOException {
    FileStore store = prepared();
    for (long number = 0; number < 5; number++) {
      store.putIfAbsent(Area.ENTRIES, number, new byte[] {(byte) number});
    }
    assertEquals(5, store.entriesFrom(0).size());
    assertArrayEquals(new byte[] {3}, store.entriesFrom(3).get(0));
    Files.delete(folder.resolve("entries/000000000002"));
    String said =
        assertThrows(LedgerUnavailableException.class, () -> store.entriesFrom(0)).getMessage();
    assertTrue(said.contains("entry 2 is missing"), said);
  }

  /** A name must last before its put is confirmed; a put that lost has made none. */
  @Test
  void putIfAbsent_winner_forcesTheFolderBeforeItIsConfirmed() {
    prepared();
    List<String> steps = new ArrayList<>();
    FileStore store =
        new FileStore(
            folder,
            new FileStore.StoreDisk() {
              @Override
              void write(Path file, byte[] bytes) throws IOException {
                steps.add("write " + folder.relativize(file.getParent()));
                super.write(file, bytes);
              }

              @Override
              void link(Path name, Path file) throws IOException {
                steps.add("link " + folder.relativize(name));
                super.link(name, file);
              }

              @Override
              void force(Path forced) throws IOException {
                steps.add("force " + folder.relativize(forced));
                super.force(forced);
              }
            });
    List<String> made = List.of("write staging", "link entries/000000000000");
    assertTrue(store.putIfAbsent(Area.ENTRIES, 0, MINE));
    assertEquals(List.of(made.get(0), made.get(1), "force entries"), steps);
    steps.clear();
    assertFalse(store.putIfAbsent(Area.ENTRIES, 0, OTHER));
    assertEquals(made, steps);
  }

  /** Of links whose answer is lost: the first is made, and fails. */
  @Test
  void putIfAbsent_answerLost_isResolvedByReading() {
    FileStore store =
        new FileStore(
            folder,
            new FileStore.StoreDisk() {
              @Override
              void link(Path name, Path file) throws IOException {
                super.link(name, file);
                throw new FileSystemException("the answer is lost");
              }
            });
    FileStore.open(folder).prepare();
    assertTrue(store.putIfAbsent(Area.ENTRIES, 0, MINE));
    assertFalse(store.putIfAbsent(Area.ENTRIES, 0, OTHER));
    assertArrayEquals(MINE, store.get(Area.ENTRIES, 0).orElseThrow());
  }

  @Test
  void putIfAbsent_linkThatFailsAfterItsEffect_wins() {
    FileStore store =
        new FileStore(
            folder,
            new FileStore.StoreDisk() {
              @Override
              void link(Path name, Path file) throws IOException {
                super.link(name, file);
                throw new FileAlreadyExistsException(name.toString());
              }
            });
    FileStore.open(folder).prepare();
    assertTrue(store.putIfAbsent(Area.ENTRIES, 0, MINE));
  }

  @Test
  void putIfAbsent_diskThatFails_isUnavailable() {
    prepared();
    FileStore store =
        new FileStore(
            folder,
            new FileStore.StoreDisk() {
              @Override
              void link(Path name, Path file) throws IOException {
                throw new FileSystemException("no space");
              }
            });
    String said =
        assertThrows(
                LedgerUnavailableException.class, () -> store.putIfAbsent(Area.ENTRIES, 0, MINE))
            .getMessage();
    assertTrue(said.contains("cannot be written (FileSystemException)"), said);
  }

  @Test
  void putIfAbsent_interruptedWhileTheDiskFails_endsAtOnce() {
    prepared();
    List<Path> tries = new ArrayList<>();
    FileStore store =
        new FileStore(
            folder,
            new FileStore.StoreDisk() {
              @Override
              void link(Path name, Path file) throws IOException {
                tries.add(name);
                Thread.currentThread().interrupt();
                throw new FileSystemException("no space");
              }
            });
    assertThrows(LedgerUnavailableException.class, () -> store.putIfAbsent(Area.ENTRIES, 0, MINE));
    assertTrue(Thread.interrupted());
    assertEquals(1, tries.size());
  }

  @Test
  void removeBeat_thatTheDiskKeeps_isFalse() {
    FileStore store = prepared();
    store.putIfAbsent(Area.BEATS, 0, MINE);
    FileStore keeping =
        new FileStore(
            folder,
            new FileStore.StoreDisk() {
              @Override
              void delete(Path file) throws IOException {
                throw new FileSystemException("not permitted");
              }
            });
    assertFalse(keeping.removeBeat(0));
    assertTrue(store.removeBeat(0));
    assertEquals(List.of(), store.numbers(Area.BEATS));
  }

  /** As in a folder from which nobody may delete. */
  @Test
  void putIfAbsent_undeletableTemporaryFile_wins() {
    FileStore store =
        new FileStore(
            folder,
            new FileStore.StoreDisk() {
              @Override
              void delete(Path file) throws IOException {
                throw new FileSystemException("not permitted");
              }
            });
    FileStore.open(folder).prepare();
    assertTrue(store.putIfAbsent(Area.ENTRIES, 0, MINE));
    assertFalse(store.putIfAbsent(Area.ENTRIES, 0, OTHER));
    assertEquals(2, FileStore.open(folder).clean());
  }

  @Test
  void prepare_newFolders_areForcedInTheirParents() {
    List<Path> forced = new ArrayList<>();
    Path root = folder.resolve("a/b/ledger");
    new FileStore(
            root,
            new FileStore.StoreDisk() {
              @Override
              void force(Path name) throws IOException {
                forced.add(name);
                super.force(name);
              }
            })
        .prepare();
    assertEquals(
        List.of(root, folder.resolve("a/b"), folder.resolve("a"), folder.toAbsolutePath()), forced);
  }

  @Test
  void prepare_diskWithoutHardLinks_isRefused() {
    for (Exception none :
        List.of(new UnsupportedOperationException(), new FileSystemException("not permitted"))) {
      FileStore store =
          new FileStore(
              folder,
              new FileStore.StoreDisk() {
                @Override
                void link(Path name, Path file) throws IOException {
                  if (none instanceof IOException notPermitted) {
                    throw notPermitted;
                  }
                  throw (UnsupportedOperationException) none;
                }
              });
      String said = assertThrows(LedgerUnavailableException.class, store::prepare).getMessage();
      assertTrue(said.contains("hard links"), said);
    }
  }

  @Test
  void prepare_diskThatIgnoresLinks_isRefused() {
    FileStore store =
        new FileStore(
            folder,
            new FileStore.StoreDisk() {
              @Override
              void link(Path name, Path file) {}
            });
    assertThrows(LedgerUnavailableException.class, store::prepare);
  }

  @Test
  void check_noLedger_isUnavailable() {
    FileStore store = FileStore.open(folder.resolve("none"));
    assertEquals(List.of(), store.numbers(Area.RESULTS));
    assertEquals(List.of(), store.entriesFrom(0));
    assertThrows(LedgerUnavailableException.class, store::check);
    assertThrows(LedgerUnavailableException.class, () -> store.putIfAbsent(Area.ENTRIES, 0, MINE));
  }

  @Test
  void clean_leftovers_areRemovedAndCounted() throws IOException {
    FileStore store = prepared();
    Files.write(folder.resolve("staging/dead"), MINE);
    assertEquals(1, store.clean());
    assertEquals(0, store.clean());
    assertEquals(List.of(), names(folder.resolve("staging")));
  }

  @Test
  void putIfAbsent_fourThreads100Rounds_haveOneWinnerEach() throws Exception {
    prepared();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      CyclicBarrier start = new CyclicBarrier(4);
      for (int round = 0; round < 100; round++) {
        int number = round;
        List<Future<Boolean>> won = new ArrayList<>();
        for (byte thread = 0; thread < 4; thread++) {
          byte[] bytes = {thread};
          won.add(
              threads.submit(
                  () -> {
                    start.await();
                    return FileStore.open(folder).putIfAbsent(Area.ENTRIES, number, bytes);
                  }));
        }
        int winners = 0;
        for (Future<Boolean> each : won) {
          winners += each.get() ? 1 : 0;
        }
        assertEquals(1, winners);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
