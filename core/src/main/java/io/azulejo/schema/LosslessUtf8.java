package io.azulejo.schema;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Lossless conversion between stored names and strings. Each byte that is not valid UTF-8 is
 * decoded to a lone low surrogate U+DC80 to U+DCFF. Valid UTF-8 never contains these surrogates, so
 * encoding restores the bytes. Names of fields, metadata keys and files can therefore be written
 * back unchanged.
 */
public final class LosslessUtf8 {
  private static final int ESCAPE = 0xdc00;

  private LosslessUtf8() {}

  /** Decodes UTF-8 bytes. Each invalid byte becomes a lone low surrogate. */
  public static String decode(byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    while (true) {
      CoderResult result = decoder.decode(in, out, true);
      if (!result.isError()) {
        return out.flip().toString();
      }
      for (int i = result.length(); i > 0; i--) {
        out.put((char) (ESCAPE | in.get() & 0xff));
      }
      decoder.reset();
    }
  }

  /** Encodes a string as UTF-8. Restores the bytes from which {@link #decode} made the string. */
  public static byte[] encode(String text) {
    if (text.chars().noneMatch(LosslessUtf8::isEscape)) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    ByteBuffer out = ByteBuffer.allocate(3 * text.length());
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      boolean paired = i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
      if (isEscape(text.charAt(i)) && !paired) {
        out.put(text.substring(run, i).getBytes(StandardCharsets.UTF_8));
        out.put((byte) text.charAt(i));
        run = i + 1;
      }
    }
    out.put(text.substring(run).getBytes(StandardCharsets.UTF_8));
    byte[] bytes = new byte[out.position()];
    out.flip().get(bytes);
    return bytes;
  }

  private static boolean isEscape(int unit) {
    return unit >= (ESCAPE | 0x80) && unit <= (ESCAPE | 0xff);
  }
}
