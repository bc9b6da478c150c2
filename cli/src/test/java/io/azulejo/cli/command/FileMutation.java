package io.azulejo.cli.command;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Changes files at random: bits, numbers, chunks and ends; in texts also what structures them. */
final class FileMutation {
  private static final int MOST_CHANGES = 4;
  private static final int LONGEST_CHUNK = 64;
  private static final long[] EXTREMES = {
    0,
    1,
    2,
    -1,
    -2,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    0x10000,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    0xffffffffL,
    1L << 32,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };
  private static final List<String> PIECES =
      List.of(
          ",",
          ";",
          "\t",
          "|",
          "\"",
          "'",
          "\n",
          "\r\n",
          "\n\n",
          "#",
          " ",
          "\\",
          "\\N",
          "NA",
          "NaN",
          "-",
          "--",
          ".",
          "1,234.5",
          "1e999999999",
          "-0",
          "9223372036854775808",
          "{",
          "}",
          "[",
          "]",
          ":",
          "{\"a\":",
          "[[[[[[[[",
          "null",
          "true",
          "\ufeff",
          "\u0000",
          "\u001b[31m",
          "\ud83d",
          "2020-02-30",
          "31/12/2020",
          "999999-01-01T00:00:00Z",
          "\u00e9",
          "\u2028");
  private static final List<Charset> CHARSETS =
      List.of(
          StandardCharsets.UTF_16,
          StandardCharsets.UTF_16LE,
          StandardCharsets.ISO_8859_1,
          Charset.forName("windows-1252"));

  private final Random random;
  private final boolean text;

  /**
   * Changes of one kind of file.
   *
   * @param text whether the files are texts
   */
  FileMutation(Random random, boolean text) {
    this.random = random;
    this.text = text;
  }

  /** A file with one to four changes. */
  byte[] of(byte[] file) {
    byte[] bytes = file.clone();
    int changes = 0;
    do {
      bytes = text && random.nextBoolean() ? changedText(bytes) : changed(bytes);
      changes++;
    } while (changes < MOST_CHANGES && bytes.length > 0 && random.nextBoolean());
    return bytes;
  }

  private byte[] changed(byte[] bytes) {
    int at = random.nextInt(bytes.length);
    int length = Math.min(bytes.length - at, 1 + random.nextInt(LONGEST_CHUNK));
    switch (random.nextInt(10)) {
      case 0, 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> bytes[at] = (byte) random.nextInt();
      case 3, 4, 5 -> setNumber(bytes, at);
      case 6 -> {
        return random.nextInt(4) == 0
            ? Arrays.copyOf(bytes, at)
            : Arrays.copyOf(bytes, bytes.length + random.nextInt(300));
      }
      case 7 -> {
        return spliced(bytes, at + length, at + length, Arrays.copyOfRange(bytes, at, at + length));
      }
      case 8 -> {
        return spliced(bytes, at, at + length, new byte[0]);
      }
      default ->
          System.arraycopy(bytes, at, bytes, random.nextInt(bytes.length - length + 1), length);
    }
    return bytes;
  }

  private void setNumber(byte[] bytes, int place) {
    int size = 1 << random.nextInt(4);
    int at = random.nextBoolean() ? place : place & -size;
    if (at + size > bytes.length) {
      return;
    }
    long number =
        random.nextInt(4) == 0
            ? bytes.length + random.nextInt(3) - 1
            : EXTREMES[random.nextInt(EXTREMES.length)];
    ByteBuffer buffer =
        ByteBuffer.wrap(bytes)
            .order(random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    switch (size) {
      case 1 -> buffer.put(at, (byte) number);
      case 2 -> buffer.putShort(at, (short) number);
      case 4 -> buffer.putInt(at, (int) number);
      default -> buffer.putLong(at, number);
    }
  }

  private byte[] changedText(byte[] bytes) {
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(20)) {
      case 0 -> {
        Charset charset = CHARSETS.get(random.nextInt(CHARSETS.size()));
        return new String(bytes, StandardCharsets.UTF_8).getBytes(charset);
      }
      case 1 -> {
        byte[] piece = piece().getBytes(StandardCharsets.UTF_8);
        return spliced(bytes, at, at, repeated(piece, 1 + random.nextInt(3_000)));
      }
      case 2 -> {
        char old = (char) bytes[at];
        return new String(bytes, StandardCharsets.ISO_8859_1)
            .replace(String.valueOf(old), piece())
            .getBytes(StandardCharsets.UTF_8);
      }
      default -> {
        byte[] piece = piece().getBytes(StandardCharsets.UTF_8);
        return spliced(bytes, at, random.nextBoolean() ? at : at + 1, piece);
      }
    }
  }

  private String piece() {
    return PIECES.get(random.nextInt(PIECES.size()));
  }

  private static byte[] repeated(byte[] piece, int times) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      out.writeBytes(piece);
    }
    return out.toByteArray();
  }

  /** Bytes with others in the place of some. */
  private static byte[] spliced(byte[] bytes, int from, int to, byte[] other) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, from);
    out.writeBytes(other);
    out.write(bytes, to, bytes.length - to);
    return out.toByteArray();
  }
}
