package org.privatemean;

import java.security.Provider;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Makes {@code new SecureRandom()} return the same bits in every run of a test: keys drawn within
 * this process are different for each test and each draw, but no test fails by chance. JUnit finds
 * it by its service file.
 */
public final class FixedRandom implements TestExecutionListener {
  private static final AtomicLong SEED = new AtomicLong();

  /** For JUnit. */
  public FixedRandom() {
    Security.insertProviderAt(new FixedProvider(), 1);
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    long id = 0;
    for (char c : test.getUniqueId().toCharArray()) {
      id = 0x5851F42D4C957F2DL * id + c;
    }
    SEED.set(id);
  }

  private static final class FixedProvider extends Provider {
    private static final long serialVersionUID = 1L;

    FixedProvider() {
      super("Tests", "1", "the same bits in every run of a test");
      putService(new Generators());
    }

    private final class Generators extends Service {
      Generators() {
        super(FixedProvider.this, "SecureRandom", "Fixed", Generator.class.getName(), null, null);
      }

      @Override
      public Object newInstance(Object parameter) {
        return new Generator();
      }
    }
  }

  private static final class Generator extends SecureRandomSpi {
    private static final long serialVersionUID = 1L;

    private final transient SplittableRandom random = new SplittableRandom(SEED.getAndIncrement());

    @Override
    protected void engineSetSeed(byte[] seed) {
      // A seed adds to the bits of a generator, and must not replace them.
    }

    @Override
    protected synchronized void engineNextBytes(byte[] bytes) {
      random.nextBytes(bytes);
    }

    @Override
    protected byte[] engineGenerateSeed(int size) {
      byte[] seed = new byte[size];
      engineNextBytes(seed);
      return seed;
    }
  }
}
