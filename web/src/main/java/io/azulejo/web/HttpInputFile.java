package io.azulejo.web;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.StorageTraits;
import io.azulejo.storage.objects.Transfers;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A file on an HTTP server, read by byte ranges. The first response pins the version of the file by
 * its entity tag, modification time and size. A response from another version is an error.
 */
final class HttpInputFile implements InputFile {
  /** Maximum number of bytes to skip in a response from a server that ignores ranges. */
  private static final long MAX_WASTE = 4 << 20;

  private final HttpRequests requests;
  private final Transfers transfers;
  private final StorageTraits traits;
  private final Location location;
  private final URI url;

  /** The size that the seal states in bytes; negative without a seal. */
  private final long sealed;

  private volatile @Nullable Version version;
  private volatile boolean closed;

  /**
   * A version of the file.
   *
   * @param tag the entity tag; empty if unknown
   * @param modified the {@code Last-Modified} header; empty if unknown
   * @param size the size in bytes; negative if unknown
   */
  private record Version(String tag, String modified, long size) {
    static Version of(HttpHeaders headers, long size) {
      return new Version(
          headers.firstValue("ETag").orElse(""),
          headers.firstValue("Last-Modified").orElse(""),
          size);
    }

    boolean isStrong() {
      return tag.startsWith("\"");
    }

    /** Returns whether both may describe the same version of the file. */
    boolean agrees(Version other) {
      return agree(weak(tag), weak(other.tag))
          && (!tag.isEmpty() || agree(modified, other.modified))
          && (size < 0 || other.size < 0 || size == other.size);
    }

    private static boolean agree(String one, String other) {
      return one.isEmpty() || other.isEmpty() || one.equals(other);
    }

    /**
     * Returns an entity tag without its weakness marker, which servers add to compressed responses.
     */
    private static String weak(String tag) {
      return tag.startsWith("W/") ? tag.substring(2) : tag;
    }
  }

  HttpInputFile(
      HttpRequests requests,
      Transfers transfers,
      StorageTraits traits,
      Location location,
      URI url,
      OptionalLong sealed) {
    this.requests = requests;
    this.transfers = transfers;
    this.traits = traits;
    this.location = location;
    this.url = url;
    this.sealed = sealed.orElse(-1);
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public long size() {
    requireOpen();
    long known = knownSize();
    return known >= 0 ? known : fetchSize();
  }

  private long knownSize() {
    Version pinned = version;
    return pinned != null && pinned.size >= 0 ? pinned.size : sealed;
  }

  private long fetchSize() {
    HttpRequests.Answer answer =
        requests.send("HEAD", location, url, Map.of(), head -> new Body.None());
    OptionalLong length = answer.headers().firstValueAsLong("Content-Length");
    if (answer.status() == 200 && length.isPresent()) {
      pin(Version.of(answer.headers(), length.getAsLong()));
      return length.getAsLong();
    }
    boolean refused = answer.status() == 405 || answer.status() == 501 || answer.status() == 403;
    if (answer.status() != 200 && !refused) {
      throw HttpErrors.of(location, answer);
    }
    answer =
        requests.send("GET", location, url, Map.of("Range", "bytes=0-0"), head -> new Body.None());
    Optional<ContentRange> range = ContentRange.of(answer.header("Content-Range"));
    if ((answer.status() == 206 || answer.status() == 416)
        && range.isPresent()
        && range.get().size() >= 0) {
      pin(Version.of(answer.headers(), range.get().size()));
      return range.get().size();
    }
    if (answer.status() == 200) {
      length = answer.headers().firstValueAsLong("Content-Length");
      if (length.isPresent()) {
        pin(Version.of(answer.headers(), length.getAsLong()));
        return length.getAsLong();
      }
      throw HttpErrors.failed(location, "the server did not send the size of the file", false);
    }
    throw HttpErrors.of(location, answer);
  }

  @Override
  public void read(long position, byte[] target, int offset, int length) {
    read(List.of(new Piece(position, target, offset, length)));
  }

  @Override
  public void read(List<Piece> pieces) {
    requireOpen();
    List<Piece> wanted = new ArrayList<>();
    for (Piece piece : pieces) {
      check(piece);
      int max = traits.maxRange();
      for (int done = 0; done < piece.length(); done += Math.min(max, piece.length() - done)) {
        wanted.add(
            new Piece(
                piece.position() + done,
                piece.target(),
                piece.offset() + done,
                Math.min(max, piece.length() - done)));
      }
    }
    transfers.all(ranges(wanted).stream().<Runnable>map(range -> () -> fetch(range)).toList());
  }

  private void check(Piece piece) {
    Objects.checkFromIndexSize(piece.offset(), piece.length(), piece.target().length);
    if (piece.position() < 0) {
      throw new InvalidRequestException("position " + piece.position() + " is negative");
    }
    if (piece.length() > 0) {
      long known = piece.position() > Long.MAX_VALUE - piece.length() ? size() : knownSize();
      if (known >= 0 && piece.position() > known - piece.length()) {
        throw HttpErrors.readPastEnd(location, piece.position(), piece.length(), known);
      }
    }
  }

  /**
   * Groups pieces into ranges, one for each request. The gaps in a range and its length are limited
   * by the traits of the store.
   */
  private List<List<Piece>> ranges(List<Piece> pieces) {
    List<List<Piece>> ranges = new ArrayList<>();
    List<Piece> range = new ArrayList<>();
    for (Piece piece : pieces) {
      if (!range.isEmpty()) {
        long gap = piece.position() - end(range);
        long length = piece.position() + piece.length() - range.get(0).position();
        if (gap > traits.maxGap() || length > traits.maxRange()) {
          ranges.add(range);
          range = new ArrayList<>();
        }
      }
      range.add(piece);
    }
    if (!range.isEmpty()) {
      ranges.add(range);
    }
    return ranges;
  }

  private static long end(List<Piece> range) {
    Piece last = range.get(range.size() - 1);
    return last.position() + last.length();
  }

  private void fetch(List<Piece> pieces) {
    long from = pieces.get(0).position();
    long to = end(pieces);
    Refusal refusal = new Refusal();
    HttpRequests.Answer answer =
        requests.send(
            "GET",
            location,
            url,
            headers("bytes=%d-%d".formatted(from, to - 1)),
            head -> refusal.orNone(() -> body(head, from, to, pieces)));
    refusal.check();
    switch (answer.status()) {
      case 200, 206 -> {
        Body.Scattered body = (Body.Scattered) answer.body();
        if (!body.isComplete()) {
          throw tooShort(from, to, answer.status() == 200 ? body.position() : size());
        }
      }
      case 412 -> throw replaced();
      case 416 -> {
        long size =
            ContentRange.of(answer.header("Content-Range")).map(ContentRange::size).orElse(-1L);
        throw HttpErrors.readPastEnd(location, from, to - from, size >= 0 ? size : size());
      }
      default -> throw HttpErrors.of(location, answer);
    }
  }

  private Map<String, String> headers(String range) {
    Map<String, String> headers = new HashMap<>(Map.of("Range", range));
    Version pinned = version;
    if (pinned != null && pinned.isStrong()) {
      headers.put("If-Match", pinned.tag);
    }
    return headers;
  }

  /**
   * Creates the receiver for the body of a response to a range request.
   *
   * @param head status and headers of the response, which are validated
   * @param from position of the first requested byte
   * @param to position after the last requested byte
   */
  private Body body(ResponseInfo head, long from, long to, List<Piece> pieces) {
    requireNotEncoded(head);
    if (head.statusCode() == 200) {
      OptionalLong length = head.headers().firstValueAsLong("Content-Length");
      pin(Version.of(head.headers(), length.orElse(-1)));
      requireLittleWaste(from);
      if (length.isPresent() && length.getAsLong() < to) {
        throw HttpErrors.readPastEnd(location, from, to - from, length.getAsLong());
      }
      return new Body.Scattered(0, pieces, length.isEmpty());
    }
    ContentRange range = range(head);
    boolean cut = range.last() < to - 1;
    if (range.first() != from
        || range.last() > to - 1
        || (cut && range.size() > range.last() + 1)) {
      throw unexpectedRange(head, "bytes %d-%d".formatted(from, to - 1));
    }
    pin(Version.of(head.headers(), range.size()));
    if (cut && range.size() >= 0) {
      throw HttpErrors.readPastEnd(location, from, to - from, range.size());
    }
    return new Body.Scattered(from, pieces, cut);
  }

  private AzulejoException tooShort(long from, long to, long size) {
    return size < to
        ? HttpErrors.readPastEnd(location, from, to - from, size)
        : HttpErrors.failed(location, "the server sent fewer bytes than requested", true);
  }

  private ContentRange range(ResponseInfo head) {
    return ContentRange.of(head.headers().firstValue("Content-Range"))
        .filter(range -> range.first() >= 0)
        .orElseThrow(() -> unexpectedRange(head, "bytes"));
  }

  private StorageException unexpectedRange(ResponseInfo head, String wanted) {
    return HttpErrors.failed(
        location,
        "requested %s, but the response has the range \"%s\""
            .formatted(wanted, head.headers().firstValue("Content-Range").orElse("")),
        false);
  }

  private void requireNotEncoded(ResponseInfo head) {
    String encoding = head.headers().firstValue("Content-Encoding").orElse("identity");
    if (!encoding.equalsIgnoreCase("identity")) {
      throw HttpErrors.failed(
          location,
          ("the server compresses the file (%s) although the request forbids it; switch off "
                  + "compression for this folder")
              .formatted(encoding),
          false);
    }
  }

  private void requireLittleWaste(long bytes) {
    if (bytes > MAX_WASTE) {
      throw HttpErrors.failed(
          location,
          ("the server ignores ranges and sends whole files, which would waste %,d bytes; use "
                  + "a server that supports ranges, or copy the array")
              .formatted(bytes),
          false);
    }
  }

  @Override
  public long readEnd(byte[] target) {
    requireOpen();
    long known = knownSize();
    if (known >= 0 || target.length == 0) {
      return InputFile.super.readEnd(target);
    }
    Refusal refusal = new Refusal();
    HttpRequests.Answer answer =
        requests.send(
            "GET",
            location,
            url,
            headers("bytes=-" + target.length),
            head -> refusal.orNone(() -> tail(head, target)));
    refusal.check();
    switch (answer.status()) {
      case 200, 206 -> {
        if (answer.body() instanceof Body.Tail tail) {
          tail.to(target);
          pin(Version.of(answer.headers(), tail.size()));
        }
        return size();
      }
      case 412 -> throw replaced();
      case 416 -> {
        // An empty file cannot satisfy any range.
        long size = fetchSize();
        if (size == 0) {
          return 0;
        }
        return InputFile.super.readEnd(target);
      }
      default -> throw HttpErrors.of(location, answer);
    }
  }

  private Body tail(ResponseInfo head, byte[] target) {
    requireNotEncoded(head);
    if (head.statusCode() == 200) {
      OptionalLong length = head.headers().firstValueAsLong("Content-Length");
      pin(Version.of(head.headers(), length.orElse(-1)));
      if (length.isEmpty()) {
        return new Body.Tail(target.length);
      }
      long from = Math.max(0, length.getAsLong() - target.length);
      requireLittleWaste(from);
      return whole(0, new Piece(from, target, 0, (int) (length.getAsLong() - from)));
    }
    ContentRange range = range(head);
    if (range.size() >= 0) {
      long from = Math.max(0, range.size() - target.length);
      if (range.first() != from || range.last() != range.size() - 1) {
        throw unexpectedRange(head, "bytes -" + target.length);
      }
    } else if (range.last() - range.first() >= target.length) {
      throw unexpectedRange(head, "bytes -" + target.length);
    }
    // The range is the requested end of the file, so it determines the size even if the server
    // omits it.
    pin(Version.of(head.headers(), range.last() + 1));
    return whole(
        range.first(),
        new Piece(range.first(), target, 0, (int) (range.last() - range.first() + 1)));
  }

  private static Body whole(long position, Piece piece) {
    return piece.length() == 0
        ? new Body.None()
        : new Body.Scattered(position, List.of(piece), false);
  }

  /**
   * Pins the version of the file. Fails if it differs from the version pinned before or from the
   * size in the seal.
   */
  private synchronized void pin(Version found) {
    Version pinned = version;
    if (pinned != null && !pinned.agrees(found)) {
      throw replaced();
    }
    if (sealed >= 0 && found.size >= 0 && found.size != sealed) {
      throw CorruptDataException.of(
              "file",
              null,
              -1,
              ("the file has %d bytes, but the seal says %d; it is truncated or was replaced, "
                      + "or the seal belongs to another version")
                  .formatted(found.size, sealed))
          .at(location.toString());
    }
    if (pinned == null) {
      version = found;
    } else if (pinned.size < 0 && found.size >= 0) {
      version = new Version(pinned.tag, pinned.modified, found.size);
    }
  }

  private StorageException replaced() {
    return HttpErrors.failed(
        location, "the file changed on the server after it was opened; open it again", true);
  }

  private void requireOpen() {
    if (closed) {
      throw new InvalidRequestException(location + " is closed");
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  /**
   * Holds an error in the status or headers of a response until the request has ended. It must not
   * be thrown into the HTTP client.
   */
  private static final class Refusal {
    private volatile @Nullable RuntimeException reason;

    Body orNone(java.util.function.Supplier<Body> body) {
      try {
        return body.get();
      } catch (RuntimeException e) {
        reason = e;
        return new Body.None();
      }
    }

    void check() {
      RuntimeException failure = reason;
      if (failure != null) {
        throw failure;
      }
    }
  }
}
