package io.azulejo.storage.objects;

import static io.azulejo.storage.objects.RequestCounts.Kind.GET;
import static io.azulejo.storage.objects.RequestCounts.Kind.HEAD;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * An object that is read in ranges. Opening it sends no request. The first response provides the
 * size and the entity tag. A later response with another entity tag is an error.
 */
final class ObjectInputFile implements InputFile {
  private final ObjectStorage storage;
  private final Location location;
  private final ObjectName name;

  /** Maximum size of one request in bytes. Larger reads are split into concurrent requests. */
  private final int maxRange;

  private volatile long size = -1;

  /** Entity tag from the first response that contained one; empty until then. */
  private volatile String version = "";

  private volatile boolean closed;

  ObjectInputFile(ObjectStorage storage, Location location, ObjectName name) {
    this.storage = storage;
    this.location = location;
    this.name = name;
    this.maxRange = storage.traits().maxRange();
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public long size() {
    requireOpen();
    long known = size;
    if (known < 0) {
      try {
        ObjectClient.Info there = storage.requests.head(name);
        checkVersion(there.version());
        known = there.size();
        size = known;
      } catch (ObjectFailure e) {
        throw storage.requests.failed(HEAD, name, e);
      }
    }
    return known;
  }

  @Override
  public void read(long position, byte[] target, int offset, int length) {
    requireOpen();
    Objects.checkFromIndexSize(offset, length, target.length);
    if (position < 0) {
      throw new InvalidRequestException("position " + position + " is negative (minimum: 0)");
    }
    if (length == 0) {
      return;
    }
    requirePossible(position, length);
    if (length <= maxRange) {
      fetch(List.of(new Piece(position, target, offset, length)));
      return;
    }
    List<Runnable> parts = new ArrayList<>();
    int count = (int) (((long) length + maxRange - 1) / maxRange);
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) length * i / count);
      int to = (int) ((long) length * (i + 1) / count);
      parts.add(() -> fetch(List.of(new Piece(position + from, target, offset + from, to - from))));
    }
    storage.transfers.all(parts);
  }

  @Override
  public void read(List<Piece> pieces) {
    requireOpen();
    List<Piece> needed = new ArrayList<>();
    long end = 0;
    for (Piece piece : pieces) {
      Objects.checkFromIndexSize(piece.offset(), piece.length(), piece.target().length);
      if (piece.position() < end) {
        throw new InvalidRequestException(
            "position " + piece.position() + " is negative or overlaps the previous piece");
      }
      requirePossible(piece.position(), piece.length());
      end = piece.position() + piece.length();
      if (piece.length() > 0) {
        needed.add(piece);
      }
    }
    if (!needed.isEmpty()) {
      fetch(needed);
    }
  }

  /** Checks that the end of a range does not overflow a long. */
  private void requirePossible(long position, int length) {
    if (position > Long.MAX_VALUE - length) {
      throw endsBefore(position, length);
    }
  }

  /**
   * Fills pieces with a single request that spans all of them. Throws if the file ends too early.
   */
  private void fetch(List<Piece> pieces) {
    if (get(pieces)) {
      return;
    }
    for (Piece piece : pieces) {
      if (piece.position() > size() - piece.length()) {
        throw endsBefore(piece.position(), piece.length());
      }
    }
    throw truncated();
  }

  /**
   * Sends one request that spans all pieces, and records the file's size if the response contains
   * it.
   *
   * @return true if all pieces were filled; false if the file ends earlier, in which case the
   *     pieces are filled up to its end
   */
  private boolean get(List<Piece> pieces) {
    long first = pieces.get(0).position();
    Piece last = pieces.get(pieces.size() - 1);
    long end = last.position() + last.length();
    try {
      return storage.requests.send(
          GET,
          name,
          () -> storage.client.get(name, first, end - first),
          body -> use(body, () -> fill(body, pieces, first, end)));
    } catch (ObjectFailure e) {
      throw storage.requests.failed(GET, name, e);
    }
  }

  /** Reads the body of a response. */
  private interface Reading<T> {
    T read() throws IOException;
  }

  /** Records the entity tag and size from a response, then reads its body and releases it. */
  private <T> T use(ObjectBody body, Reading<T> reading) {
    boolean read = false;
    try {
      checkVersion(body.version());
      if (body.isWhole() && body.size() < 0) {
        throw new ObjectFailure(
            ObjectFailure.Kind.UNCERTAIN, "the response does not contain the length of the object");
      }
      if (body.size() >= 0 || body.isAfterEnd()) {
        size = body.size();
      }
      T result = reading.read();
      read = body.bytes().read() < 0;
      return result;
    } catch (IOException e) {
      boolean interrupted = Thread.currentThread().isInterrupted();
      throw new ObjectFailure(
          interrupted ? ObjectFailure.Kind.FAILED : ObjectFailure.Kind.UNCERTAIN,
          "the response was cut short: " + e.getMessage(),
          "",
          e);
    } finally {
      body.release(read);
    }
  }

  private boolean fill(ObjectBody body, List<Piece> pieces, long first, long end)
      throws IOException {
    if (body.isAfterEnd()) {
      return false;
    }
    if (!body.isWhole() && (body.first() != first || body.end() > end)) {
      throw unexpectedRange(body, "bytes from %d to %d".formatted(first, end - 1));
    }
    long at = body.first();
    for (Piece piece : pieces) {
      long gap = Math.max(0, Math.min(piece.position(), body.end()) - at);
      body.skip(gap);
      int length = (int) Math.max(0, Math.min(piece.length(), body.end() - piece.position()));
      body.read(piece.target(), piece.offset(), length);
      storage.requests.counts().read(gap + length);
      if (length < piece.length()) {
        return false;
      }
      at = piece.position() + length;
    }
    return true;
  }

  @Override
  public long readEnd(byte[] target) {
    requireOpen();
    if (target.length == 0) {
      return size();
    }
    if (!storage.client.readsFromEnd()) {
      return readEndBySize(target);
    }
    try {
      return storage.requests.send(
          GET,
          name,
          () -> storage.client.getEnd(name, target.length),
          body -> use(body, () -> fillEnd(body, target)));
    } catch (ObjectFailure e) {
      throw storage.requests.failed(GET, name, e);
    }
  }

  private long fillEnd(ObjectBody body, byte[] target) throws IOException {
    if (body.isAfterEnd()) {
      // The object is empty.
      size = 0;
      return 0;
    }
    long start = Math.max(0, body.size() - target.length);
    if (body.first() < 0 || body.size() < 0 || body.first() > start) {
      throw unexpectedRange(body, "the last " + target.length + " bytes");
    }
    body.skip(start - body.first());
    int length = (int) (body.size() - start);
    body.read(target, 0, length);
    storage.requests.counts().read(length);
    return body.size();
  }

  /**
   * Reads the end of the file with a request that is derived from an expected size. The first
   * expected size is the known size or the size in the last listing, and the response confirms or
   * corrects it. If neither is known, requests as many bytes from the start of the file. For most
   * files, this is the whole file, and the response contains the size.
   */
  private long readEndBySize(byte[] target) {
    OptionalLong hint = size >= 0 ? OptionalLong.of(size) : storage.listing.size(name);
    long expected = Math.max(hint.orElse(target.length), 1);
    while (true) {
      int length = (int) Math.min(expected, target.length);
      boolean filled = get(List.of(new Piece(expected - length, target, 0, length)));
      long there = size();
      boolean all = expected == length && there <= length;
      if (all || (filled && there == expected)) {
        return there;
      }
      if (there == expected) {
        throw truncated();
      }
      expected = Math.max(there, 1);
    }
  }

  /** Remembers the entity tag of the first response. Throws if a later response has another one. */
  private void checkVersion(String tag) {
    // Servers and libraries quote tags differently, and mark them as weak for compressed responses.
    String found = tag.replaceFirst("^W/", "").replace("\"", "");
    if (found.isEmpty()) {
      return;
    }
    synchronized (this) {
      if (version.isEmpty()) {
        version = found;
      }
    }
    if (!version.equals(found)) {
      throw new StorageException(
          "GET %s: the object was replaced after it was opened; open it again".formatted(name),
          name.toString(),
          null,
          true);
    }
  }

  private StorageException unexpectedRange(ObjectBody body, String requested) {
    return new StorageException(
        "GET %s: requested %s, but received \"%s\"".formatted(name, requested, body.range()),
        name.toString(),
        null,
        false);
  }

  private StorageException truncated() {
    return new StorageException(
        "GET %s: the response lacks bytes of the object, which has %d".formatted(name, size),
        name.toString(),
        null,
        true);
  }

  private CorruptDataException endsBefore(long position, int length) {
    return CorruptDataException.of(
            "file",
            null,
            position,
            "expected %d bytes here, but the file ends at %d".formatted(length, size()))
        .at(location.toString());
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
}
