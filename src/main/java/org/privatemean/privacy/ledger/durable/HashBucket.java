package org.privatemean.privacy.ledger.durable;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The part of {@link Parts.Hashed} to which a value belongs: the first 8 bytes of HMAC-SHA256(id of
 * the ledger, value), unsigned, modulo the number of parts. Id and value are encoded in UTF-8. It
 * depends on the value only, so the parts are disjoint whatever the rows hold.
 *
 * @param ledger the ledger's id
 * @param buckets number of parts, at least 1
 */
public record HashBucket(String ledger, int buckets) implements Serializable {
  private static final String HMAC = "HmacSHA256";

  /** Returns the part of a value, from 0. */
  public int of(String value) {
    byte[] tag = mac().doFinal(value.getBytes(StandardCharsets.UTF_8));
    return (int) Long.remainderUnsigned(ByteBuffer.wrap(tag).getLong(), buckets);
  }

  private Mac mac() {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(ledger.getBytes(StandardCharsets.UTF_8), HMAC));
      return mac;
    } catch (NoSuchAlgorithmException | InvalidKeyException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
  }
}
