package io.azulejo.spark;

import io.azulejo.SnapshotToken;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.jspecify.annotations.Nullable;

/**
 * A position in the stream of an array. It holds two snapshot tokens: one with the fragments read
 * so far, and one with the fragments of the last batch. The last batch can therefore be repeated
 * exactly. The JSON form is stable: later releases can read the offsets of earlier ones.
 */
final class StreamOffset extends Offset {
  /** The position before the first batch. */
  static final StreamOffset START = new StreamOffset(0, null, null);

  private static final int VERSION = 1;
  private static final String BASE64 = "([A-Za-z0-9+/=]*+)";
  private static final Pattern HEAD =
      Pattern.compile("\\{\"version\":([0-9]{1,9}+),\"sequence\":([0-9]{1,18}+)(.*)\\}");
  private static final Pattern TOKENS =
      Pattern.compile(",\"seen\":\"" + BASE64 + "\",\"cells\":\"" + BASE64 + "\"");

  private final long sequence;
  private final @Nullable SnapshotToken seen;
  private final @Nullable SnapshotToken cells;

  private StreamOffset(long sequence, @Nullable SnapshotToken seen, @Nullable SnapshotToken cells) {
    this.sequence = sequence;
    this.seen = seen;
    this.cells = cells;
  }

  /**
   * Returns the next position.
   *
   * @param all the snapshot of all fragments read up to the next position
   * @param batch the snapshot of the fragments in the batch up to the next position; null for an
   *     empty batch
   */
  StreamOffset next(SnapshotToken all, @Nullable SnapshotToken batch) {
    return new StreamOffset(sequence + 1, all, batch);
  }

  /**
   * Parses the JSON form of an offset.
   *
   * @throws InvalidRequestException if the text is not a valid offset
   */
  static StreamOffset parse(String json) {
    Matcher head = HEAD.matcher(json);
    if (!head.matches()) {
      throw wrong(json, "it does not have the form {\"version\":1,\"sequence\":...}", null);
    }
    int version = Integer.parseInt(head.group(1));
    if (version != VERSION) {
      throw wrong(
          json,
          ("it has version %d, but this release reads version %d; use the release that wrote "
                  + "it, or a later one")
              .formatted(version, VERSION),
          null);
    }
    long sequence = Long.parseLong(head.group(2));
    Matcher tokens = TOKENS.matcher(head.group(3));
    if (sequence == 0 && head.group(3).isEmpty()) {
      return START;
    }
    if (sequence == 0 || !tokens.matches()) {
      throw wrong(json, "it does not have one \"seen\" and one \"cells\"", null);
    }
    String cells = tokens.group(2);
    return new StreamOffset(
        sequence, token(json, tokens.group(1)), cells.isEmpty() ? null : token(json, cells));
  }

  private static SnapshotToken token(String json, String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      if (!Base64.getEncoder().encodeToString(bytes).equals(base64)) {
        throw new IllegalArgumentException("a token does not end as its Base64 encoder wrote it");
      }
      return SnapshotToken.of(bytes);
    } catch (IllegalArgumentException | AzulejoException e) {
      throw wrong(json, e.getMessage(), e);
    }
  }

  private static InvalidRequestException wrong(
      String json, @Nullable String why, @Nullable Throwable cause) {
    String text = json.length() > 80 ? json.substring(0, 80) + "..." : json;
    return new InvalidRequestException(
        ("offset %s is not an offset of an array stream: %s; the checkpoint is damaged or "
                + "belongs to another source, so give the query a new checkpointLocation")
            .formatted(text, why),
        null,
        cause);
  }

  /** Returns the number of offsets that precede this one in the stream. */
  long sequence() {
    return sequence;
  }

  /** Returns the snapshot of all fragments read so far; empty before the first batch. */
  Optional<SnapshotToken> seen() {
    return Optional.ofNullable(seen);
  }

  /** Returns the snapshot of the fragments in the last batch; empty if the batch has no cells. */
  Optional<SnapshotToken> cells() {
    return Optional.ofNullable(cells);
  }

  @Override
  public String json() {
    String head = "{\"version\":%d,\"sequence\":%d".formatted(VERSION, sequence);
    return seen == null
        ? head + "}"
        : head + ",\"seen\":\"%s\",\"cells\":\"%s\"}".formatted(text(seen), text(cells));
  }

  private static String text(@Nullable SnapshotToken token) {
    return token == null ? "" : Base64.getEncoder().encodeToString(token.toBytes());
  }
}
