package io.azulejo.text.input;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** What the beginning of a file shows of its encoding and of what separates its cells. */
final class FileHead {
  /** So many bytes or characters are looked at. */
  static final int SIZE = 1 << 16;

  /**
   * What Western texts that are not UTF-8 most likely are; all of ISO 8859-1 but control
   * characters.
   */
  static final Charset WINDOWS = Charset.forName("windows-1252");

  private static final char[] SEPARATORS = {',', '\t', ';', '|'};
  private static final int RECORDS = 100;

  private FileHead() {}

  /** Whether a file begins with the mark of UTF-16. */
  static boolean isWide(byte[] head) {
    return head.length >= 2 && (head[0] & 0xff ^ head[1] & 0xff) == 1 && (head[0] | 1) == -1;
  }

  /** UTF-16 with its mark, UTF-8 where all is, else the encoding of Western texts of Windows. */
  static Charset charset(byte[] head) {
    if (isWide(head)) {
      return StandardCharsets.UTF_16;
    }
    CharBuffer target = CharBuffer.allocate(head.length + 1);
    boolean whole = head.length < SIZE;
    boolean wrong =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(head), target, whole)
            .isError();
    return wrong ? WINDOWS : StandardCharsets.UTF_8;
  }

  /**
   * What the first characters show.
   *
   * @param lines how many lines come before the names of the columns: empty ones and comments
   * @param characters how many characters these have
   * @param separator what separates cells
   * @param comment the first comment of these lines; empty where there is none
   */
  record Lines(int lines, int characters, char separator, String comment) {}

  /**
   * Looks at the first characters, which stay to be read.
   *
   * @param known what separates cells; empty for what they show
   */
  static Lines lines(BufferedReader in, Optional<Character> known) throws IOException {
    in.mark(SIZE);
    char[] head = new char[SIZE];
    int length = 0;
    for (int n = 0; n >= 0 && length < SIZE; length += Math.max(0, n)) {
      n = in.read(head, length, SIZE - length);
    }
    in.reset();
    int at = length > 0 && head[0] == '\ufeff' ? 1 : 0;
    int lines = 0;
    String comment = "";
    while (at < length && "#\r\n".indexOf(head[at]) >= 0) {
      int next = next(head, at, length);
      if (next < 0 || head[at] == '#' && isNames(head, at, length, known)) {
        break;
      }
      if (comment.isEmpty() && head[at] == '#') {
        comment = new String(head, at, next - at).strip();
      }
      at = next;
      lines++;
    }
    at = lines == 0 ? 0 : at;
    char[] rest = Arrays.copyOfRange(head, at, length);
    char separator = known.isPresent() ? known.get() : separator(rest, rest.length);
    return new Lines(lines, at, separator, comment);
  }

  /**
   * Whether a comment is the record of names: of as many cells as the record after it, or one word
   * before a record of one cell that can be no name.
   */
  private static boolean isNames(char[] head, int start, int length, Optional<Character> known) {
    char[] separators = known.isPresent() ? new char[] {known.get()} : SEPARATORS;
    boolean lone = true;
    for (char separator : separators) {
      int next = record(head, start, length, separator);
      if (next == length || head[next] == '#') {
        lone = false;
        continue;
      }
      int end = record(head, next, length, separator);
      char[] both = Arrays.copyOfRange(head, start, end);
      if (alike(both, both.length, separator) == 2) {
        return true;
      }
      for (int at = start; at < end; at++) {
        lone &= head[at] != separator;
      }
    }
    int next = next(head, start, length);
    return lone && isWord(head, start + 1, next) && "+-.\"0123456789".indexOf(head[next]) >= 0;
  }

  /** Whether a line is one word. */
  private static boolean isWord(char[] head, int start, int end) {
    String word = new String(head, start, end - start).stripTrailing();
    return !word.isEmpty() && word.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
  }

  /** Where the record after a record begins, whose quoted cells may have several lines. */
  private static int record(char[] head, int start, int length, char separator) {
    boolean quoted = false;
    for (int at = start; at < length; at++) {
      char c = head[at];
      if (c == '"' && (quoted || at == start || head[at - 1] == separator)) {
        quoted = !quoted;
      } else if (c == '\n' && !quoted) {
        return at + 1;
      }
    }
    return length;
  }

  /** Where the line after a line begins; -1 where there is none. */
  private static int next(char[] head, int start, int length) {
    for (int at = start; at < length - 1; at++) {
      if (head[at] == '\n') {
        return at + 1;
      }
    }
    return -1;
  }

  /**
   * The one of the usual separators that divides most records into as many cells as the first one,
   * of which there are several; a comma if none does.
   */
  static char separator(char[] head, int length) {
    char best = ',';
    int most = 0;
    for (char separator : SEPARATORS) {
      int alike = alike(head, length, separator);
      if (alike > most) {
        most = alike;
        best = separator;
      }
    }
    return best;
  }

  /** How many records have as many cells as the first one; 0 where that has one cell. */
  private static int alike(char[] head, int length, char separator) {
    int width = 0;
    int cells = 1;
    int records = 0;
    int alike = 0;
    boolean quoted = false;
    boolean empty = true;
    for (int at = 0; at <= length && records < RECORDS; at++) {
      boolean end = at == length;
      char c = end ? '\n' : head[at];
      if (c == '"' && (quoted || empty || head[at - 1] == separator)) {
        quoted = !quoted;
        empty = false;
      } else if (!quoted && c == '\n') {
        boolean cut = end && length == SIZE;
        if (!empty && !cut) {
          width = records == 0 ? cells : width;
          alike += cells == width ? 1 : 0;
          records++;
        }
        cells = 1;
        empty = true;
      } else if (!quoted && c == separator) {
        cells++;
        empty = false;
      } else if (c != '\r') {
        empty = false;
      }
    }
    return width > 1 ? alike : 0;
  }

  /** A reader that refuses what is not of an encoding. */
  static Reader strict(InputStream in, Charset charset) {
    return new InputStreamReader(
        in,
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT));
  }
}
