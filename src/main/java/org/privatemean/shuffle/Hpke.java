package org.privatemean.shuffle;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Hybrid public key encryption of one message, RFC 9180 in base mode: DHKEM(X25519, HKDF-SHA256),
 * HKDF-SHA256 and AES-GCM, by the JDK alone. A sealed text is the ephemeral public key and the
 * ciphertext with its tag, {@value #OVERHEAD} bytes more than the text. A receiver's key that is
 * stolen later opens earlier messages: use one key per run and delete it. Not thread-safe.
 */
final class Hpke {
  static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BYTES = 16;
  static final int OVERHEAD = KEY_BYTES + TAG_BYTES;
  private static final int KEM = 0x0020;
  private static final int KDF = 0x0001;
  private static final byte[] EMPTY = {};

  private final Mac mac;
  private final KeyFactory factory;
  private final int aeadBytes;
  private final byte[] kemSuite;
  private final byte[] suite;

  private Hpke(int aead, int aeadBytes) {
    try {
      this.mac = Mac.getInstance("HmacSHA256");
      this.factory = KeyFactory.getInstance("X25519");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime lacks X25519 or HMAC-SHA256", e);
    }
    this.aeadBytes = aeadBytes;
    this.kemSuite = join(ascii("KEM"), i2osp(KEM));
    this.suite = join(ascii("HPKE"), i2osp(KEM), i2osp(KDF), i2osp(aead));
  }

  static Hpke aes256() {
    return new Hpke(0x0002, 32);
  }

  /** Creates the scheme with AES-128-GCM, which the known answers of the RFC use. */
  static Hpke aes128() {
    return new Hpke(0x0001, 16);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] i2osp(int number) {
    return new byte[] {(byte) (number >> 8), (byte) number};
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  byte[] hmac(byte[] key, byte[] text) throws GeneralSecurityException {
    // HMAC pads a key with zeros: one zero is equal to the empty key, which the JDK rejects.
    mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, "HmacSHA256"));
    return mac.doFinal(text);
  }

  private byte[] extract(byte[] of, byte[] salt, String label, byte[] material)
      throws GeneralSecurityException {
    return hmac(salt, join(ascii("HPKE-v1"), of, ascii(label), material));
  }

  /** Returns at most 32 bytes, as many as one step of HKDF-Expand gives. */
  private byte[] expand(byte[] of, byte[] secret, String label, byte[] info, int bytes)
      throws GeneralSecurityException {
    byte[] labelled = join(i2osp(bytes), ascii("HPKE-v1"), of, ascii(label), info);
    return Arrays.copyOf(hmac(secret, join(labelled, new byte[] {1})), bytes);
  }

  /** Returns the private key of at least 32 secret bytes, by DeriveKeyPair. */
  byte[] privateKey(byte[] material) throws GeneralSecurityException {
    byte[] secret = extract(kemSuite, EMPTY, "dkp_prk", material);
    return expand(kemSuite, secret, "sk", EMPTY, KEY_BYTES);
  }

  byte[] publicKey(byte[] privateKey) throws GeneralSecurityException {
    byte[] base = new byte[KEY_BYTES];
    base[0] = 9;
    return agree(privateKey, base);
  }

  private byte[] agree(byte[] privateKey, byte[] publicKey) throws GeneralSecurityException {
    byte[] bigEndian = new byte[KEY_BYTES];
    for (int i = 0; i < KEY_BYTES; i++) {
      bigEndian[i] = publicKey[KEY_BYTES - 1 - i];
    }
    bigEndian[0] &= 0x7F;
    NamedParameterSpec curve = NamedParameterSpec.X25519;
    PrivateKey own = factory.generatePrivate(new XECPrivateKeySpec(curve, privateKey));
    PublicKey other =
        factory.generatePublic(new XECPublicKeySpec(curve, new BigInteger(1, bigEndian)));
    KeyAgreement agreement = KeyAgreement.getInstance("X25519");
    agreement.init(own);
    // Rejects points of small order, for which all results would be equal.
    agreement.doPhase(other, true);
    return agreement.generateSecret();
  }

  private byte[] sharedSecret(byte[] agreed, byte[] enc, byte[] receiver)
      throws GeneralSecurityException {
    byte[] secret = extract(kemSuite, EMPTY, "eae_prk", agreed);
    return expand(kemSuite, secret, "shared_secret", join(enc, receiver), 32);
  }

  private Cipher cipher(int mode, byte[] shared, byte[] info, byte[] aad)
      throws GeneralSecurityException {
    byte[] context =
        join(
            new byte[1],
            extract(suite, EMPTY, "psk_id_hash", EMPTY),
            extract(suite, EMPTY, "info_hash", info));
    byte[] secret = extract(suite, shared, "secret", EMPTY);
    byte[] key = expand(suite, secret, "key", context, aeadBytes);
    byte[] nonce = expand(suite, secret, "base_nonce", context, NONCE_BYTES);
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(Byte.SIZE * TAG_BYTES, nonce));
    cipher.updateAAD(aad);
    return cipher;
  }

  /** Seals a text; the material is at least 32 secret bytes, for this text alone. */
  byte[] seal(byte[] receiver, byte[] material, byte[] info, byte[] aad, byte[] text)
      throws GeneralSecurityException {
    byte[] ephemeral = privateKey(material);
    byte[] enc = publicKey(ephemeral);
    byte[] shared = sharedSecret(agree(ephemeral, receiver), enc, receiver);
    return join(enc, cipher(Cipher.ENCRYPT_MODE, shared, info, aad).doFinal(text));
  }

  /** Returns the text; null if it was sealed to another key, with other data, or damaged. */
  byte[] open(byte[] privateKey, byte[] receiver, byte[] info, byte[] aad, byte[] sealed)
      throws GeneralSecurityException {
    if (sealed.length < OVERHEAD) {
      return null;
    }
    byte[] enc = Arrays.copyOf(sealed, KEY_BYTES);
    try {
      byte[] shared = sharedSecret(agree(privateKey, enc), enc, receiver);
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, shared, info, aad);
      return cipher.doFinal(sealed, KEY_BYTES, sealed.length - KEY_BYTES);
    } catch (AEADBadTagException | InvalidKeyException refused) {
      return null;
    }
  }
}
