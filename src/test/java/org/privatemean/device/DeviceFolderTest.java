package org.privatemean.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.privacy.Zcdp;
import org.privatemean.protocol.ReportKey;
import org.privatemean.request.Bounds;

/** A device's folder through crashes, damage and full disks. */
@Promise("a crash, a full disk or a damaged folder never makes a device answer a round anew")
final class DeviceFolderTest {
  private static final String USER = "user 7";
  private static final double[] ROW = {1.25, -0.5};
  private static final double[] OTHER_ROW = {-3.5, 2};
  private static final int USERS = 60;
  private static final LocalMeanState START =
      LocalMeanState.start(
          LocalMeanPlan.of(
              LocalMeanSpec.paper(new Zcdp(40), new Bounds.Statistical(5, 0.5, 2)).warningOnly(),
              USERS,
              2),
          3,
          "run");
  private static final LocalMeanState NEXT = next(START);

  @TempDir Path work;

  private static LocalMeanState next(LocalMeanState state) {
    LocalMeanTally tally = state.newTally();
    LocalMeanClient client = LocalMeanClient.of(state);
    for (int i = 0; i < USERS; i++) {
      String user = "user " + i;
      tally.take(client.bundle(user, ROW, ReportKey.fromSeed(1).bits(state, user)));
    }
    return state.next(tally);
  }

  private static LocalMeanSession session(Device device) {
    return device.join("run", START, USER);
  }

  private static Device device(Path folder, Disk disk) {
    return Device.open(folder, Optional.empty(), disk);
  }

  /** A folder of a device that has answered two rounds, and what it sent. */
  private List<byte[]> answered(Path folder) {
    try (Device device = Device.open(folder)) {
      LocalMeanSession session = session(device);
      return List.of(session.answer(START, ROW), session.answer(NEXT, ROW));
    }
  }

  private Path copy(Path folder, String name) throws IOException {
    Path copy = Files.createDirectories(work.resolve(name));
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.write(copy.resolve(file.getFileName()), Files.readAllBytes(file));
      }
    }
    return copy;
  }

  /** Whether a device of a folder sends again what it sent; if not it has to refuse. */
  private static boolean sendsAgain(Path folder, LocalMeanState state, byte[] sent) {
    byte[] answer;
    try (Device device = Device.open(folder)) {
      answer = session(device).answer(state, OTHER_ROW);
    } catch (RefusedException refused) {
      return false;
    }
    assertArrayEquals(sent, answer);
    return true;
  }

  @Tag("long")
  @Test
  void open_ofALedgerCutOffAnywhere_refusesOrSendsTheSameBytes() throws IOException {
    Path folder = work.resolve("device");
    List<byte[]> sent = answered(folder);
    byte[] ledger = Files.readAllBytes(folder.resolve("ledger"));
    Path cut = copy(folder, "cut");
    Set<Integer> again = new TreeSet<>();
    for (int length = 0; length < ledger.length; length++) {
      for (String file : List.of("key", "mark")) {
        Files.write(cut.resolve(file), Files.readAllBytes(folder.resolve(file)));
      }
      Files.write(cut.resolve("ledger"), Arrays.copyOf(ledger, length));
      // The round before is known as long as the last entry alone is torn.
      if (sendsAgain(cut, START, sent.get(0))) {
        again.add(length);
      }
      assertFalse(sendsAgain(cut, NEXT, sent.get(1)), "cut to " + length);
    }
    int lastEntry = again.size();
    assertTrue(lastEntry > sent.get(1).length && lastEntry < sent.get(1).length + 130);
    assertTrue(again.contains(ledger.length - 1) && again.contains(ledger.length - lastEntry));
  }

  @Test
  void answer_afterATornEntry_continuesWithTheNextRound() throws IOException {
    Path folder = work.resolve("device");
    List<byte[]> sent = answered(folder);
    try (FileChannel ledger = new Disk().open(folder.resolve("ledger"))) {
      ledger.truncate(ledger.size() - 1);
    }
    LocalMeanState third = next(NEXT);
    byte[] last;
    try (Device device = Device.open(folder)) {
      RefusedException refused =
          assertThrows(RefusedException.class, () -> session(device).answer(NEXT, ROW));
      assertTrue(refused.getMessage().contains("nothing to send"), refused.getMessage());
      last = session(device).answer(third, ROW);
    }
    // The torn entry stays what it was made when it was found.
    assertTrue(sendsAgain(folder, START, sent.get(0)));
    assertFalse(sendsAgain(folder, NEXT, sent.get(1)));
    assertTrue(sendsAgain(folder, third, last));
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"ledger", "mark", "key"})
  void open_ofAFlippedByteAnywhere_refusesOrSendsTheSameBytes(String name) throws IOException {
    Path folder = work.resolve("device");
    List<byte[]> sent = answered(folder);
    byte[] good = Files.readAllBytes(folder.resolve(name));
    Path flipped = copy(folder, "flipped");
    for (int i = 0; i < good.length; i += name.equals("mark") && i > 200 && i < 4000 ? 97 : 1) {
      for (String file : List.of("key", "mark", "ledger")) {
        Files.write(flipped.resolve(file), Files.readAllBytes(folder.resolve(file)));
      }
      byte[] bad = good.clone();
      bad[i] ^= (byte) (1 << i % 8);
      Files.write(flipped.resolve(name), bad);
      sendsAgain(flipped, START, sent.get(0));
      boolean again = sendsAgain(flipped, NEXT, sent.get(1));
      assertTrue(name.equals("mark") || !again, name + " at " + i);
    }
  }

  @Test
  void open_ofAFolderThatLacksAFile_isRefused() throws IOException {
    Path folder = work.resolve("device");
    answered(folder);
    for (String file : List.of("ledger", "mark", "key")) {
      Path damaged = copy(folder, "without " + file);
      Files.delete(damaged.resolve(file));
      RefusedException refused = assertThrows(RefusedException.class, () -> Device.open(damaged));
      assertTrue(refused.getMessage().contains("damaged"), refused.getMessage());
      assertTrue(refused.getMessage().contains("missing"), refused.getMessage());
    }
    // The ledger of another device.
    Path other = work.resolve("other");
    answered(other);
    Path mixed = copy(folder, "mixed");
    Files.write(mixed.resolve("ledger"), Files.readAllBytes(other.resolve("ledger")));
    assertThrows(RefusedException.class, () -> Device.open(mixed));
    // An empty one of the same device, with the mark of before or without an entry in it.
    Path empty = copy(folder, "empty");
    byte[] ledger = Files.readAllBytes(folder.resolve("ledger"));
    Files.write(empty.resolve("ledger"), Arrays.copyOf(ledger, 40));
    assertThrows(RefusedException.class, () -> Device.open(empty));
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void open_ofANewFolder_makesFilesOfTheOwnerOnly() throws IOException {
    Path folder = work.resolve("deep").resolve("device");
    answered(folder);
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        assertEquals(
            "rw-------",
            PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
            file.toString());
      }
    }
  }

  @Test
  void open_twice_isRefusedUntilTheFirstIsClosed() {
    Path folder = work.resolve("device");
    Device device = Device.open(folder);
    assertThrows(RefusedException.class, () -> Device.open(folder));
    LocalMeanSession session = session(device);
    device.close();
    assertThrows(RefusedException.class, () -> session.answer(START, ROW));
    try (Device again = Device.open(folder)) {
      assertTrue(session(again).answer(START, ROW).length > 0);
    }
  }

  /** Opens a folder, and says whether it could. */
  static final class Opener {
    private Opener() {}

    public static void main(String[] arguments) {
      try (Device device = Device.open(Path.of(arguments[0]))) {
        System.out.println(session(device).runId().equals("run") ? "opened" : "another run");
      } catch (RefusedException refused) {
        System.out.println("refused");
      }
    }
  }

  @Test
  @Timeout(60)
  void open_byTwoProcesses_isForTheFirst() throws Exception {
    Path folder = work.resolve("device");
    try (Device device = Device.open(folder)) {
      assertEquals("refused", otherProcess(folder));
      assertTrue(session(device).answer(START, ROW).length > 0);
    }
    assertEquals("opened", otherProcess(folder));
  }

  private static String otherProcess(Path folder)
      throws IOException, InterruptedException, URISyntaxException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classes(Device.class) + File.pathSeparator + classes(Opener.class),
                Opener.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    return said.strip();
  }

  private static String classes(Class<?> of) throws URISyntaxException {
    return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  /** Fails at one of its steps and at all after it, as a process that dies or a disk that fills. */
  private static final class FailingDisk extends Disk {
    private int left;
    private final boolean writesHalf;
    private boolean failed;

    FailingDisk(int steps, boolean writesHalf) {
      this.left = steps;
      this.writesHalf = writesHalf;
    }

    private boolean fails() {
      failed |= left-- <= 0;
      return failed;
    }

    private void step() throws IOException {
      if (fails()) {
        throw new IOException("No space left on device");
      }
    }

    @Override
    FileChannel open(Path file) throws IOException {
      step();
      return super.open(file);
    }

    @Override
    void write(FileChannel channel, byte[] bytes, long place) throws IOException {
      if (fails()) {
        if (writesHalf && left == -1) {
          super.write(channel, Arrays.copyOf(bytes, bytes.length / 2), place);
        }
        throw new IOException("No space left on device");
      }
      super.write(channel, bytes, place);
    }

    @Override
    void truncate(FileChannel channel, long size) throws IOException {
      step();
      super.truncate(channel, size);
    }

    @Override
    void force(FileChannel channel) throws IOException {
      step();
      super.force(channel);
    }

    @Override
    void rename(Path from, Path to) throws IOException {
      step();
      super.rename(from, to);
    }

    @Override
    void forceFolder(Path folder) throws IOException {
      step();
      super.forceFolder(folder);
    }
  }

  /**
   * A device that dies at any step, from its first file on, sends nothing from then on; opened
   * again it sends what it had sent, and of the round that it died in nothing, or what it would
   * have sent.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answer_deviceDiesAtAnyStep_neverAnswersARoundTwice(boolean writesHalf) throws IOException {
    int steps = 0;
    int answeredInFull = 0;
    boolean died = true;
    while (died) {
      Path folder = work.resolve("device " + steps);
      FailingDisk disk = new FailingDisk(steps, writesHalf);
      byte[] first = null;
      byte[] second = null;
      try (Device device = device(folder, disk)) {
        LocalMeanSession session = session(device);
        first = session.answer(START, ROW);
        second = session.answer(NEXT, ROW);
      } catch (UncheckedIOException full) {
        assertTrue(disk.failed);
      }
      died = disk.failed;
      try (Device device = Device.open(folder)) {
        LocalMeanSession session = session(device);
        checkAgain(session, START, first);
        checkAgain(session, NEXT, second);
        answeredInFull += second == null ? 0 : 1;
      }
      steps++;
    }
    assertEquals(1, answeredInFull);
    assertTrue(steps > 20, steps + " steps");
  }

  private static void checkAgain(LocalMeanSession session, LocalMeanState state, byte[] sent) {
    if (sent == null) {
      // Nothing has been sent, so that either is right; but never twice.
      try {
        byte[] now = session.answer(state, OTHER_ROW);
        assertArrayEquals(now, session.answer(state, ROW));
      } catch (RefusedException spent) {
        assertTrue(spent.getMessage().contains("nothing to send"), spent.getMessage());
      }
      return;
    }
    assertArrayEquals(sent, session.answer(state, OTHER_ROW));
  }

  @Test
  void answer_withAFullDisk_sendsNothingUntilReopened() {
    Path folder = work.resolve("device");
    byte[] sent;
    try (Device device = Device.open(folder)) {
      sent = session(device).answer(START, ROW);
    }
    // It opens ledger, mark and lock, and writes and forces the mark.
    FailingDisk disk = new FailingDisk(5, true);
    try (Device device = device(folder, disk)) {
      LocalMeanSession session = session(device);
      assertThrows(UncheckedIOException.class, () -> session.answer(NEXT, ROW));
      assertTrue(disk.failed);
      assertThrows(RefusedException.class, () -> session.answer(NEXT, ROW));
      // What was sent is still sent again.
      assertArrayEquals(sent, session.answer(START, OTHER_ROW));
    }
    try (Device device = Device.open(folder)) {
      RefusedException spent =
          assertThrows(RefusedException.class, () -> session(device).answer(NEXT, ROW));
      assertTrue(spent.getMessage().contains("nothing to send"), spent.getMessage());
      assertNotEquals(0, session(device).answer(next(NEXT), ROW).length);
    }
  }
}
