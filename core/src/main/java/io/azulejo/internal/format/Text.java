package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Names as strings and back, without loss: bytes that are not UTF-8 become lone low surrogates
 * U+DC80 to U+DCFF, which UTF-8 itself never gives, and become those bytes again.
 */
public final class Text {
  private static final int ESCAPE = 0xdc00;

  private Text() {}

  /** The string that the bytes say. */
  public static String decode(Slice bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes.array(), bytes.offset(), bytes.length());
    CharBuffer out = CharBuffer.allocate(bytes.length());
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

  /** The bytes that {@link #decode} makes this string of. */
  public static byte[] encode(String text) {
    if (text.chars().noneMatch(Text::isEscape)) {
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
