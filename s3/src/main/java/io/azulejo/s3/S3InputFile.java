package io.azulejo.s3;

import io.azulejo.error.StorageException;
import io.azulejo.internal.storage.RangedInputFile;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** An object, read by ranges. Opening it asks nothing; its size comes with the first answer. */
final class S3InputFile extends RangedInputFile {
  private static final Pattern RANGE = Pattern.compile("bytes (\\d+)-(\\d+)/(\\d+|\\*)");
  private static final Pattern SIZE = Pattern.compile("bytes \\*/(\\d+)");

  private final S3Storage storage;
  private final ObjectName name;
  private volatile long size = -1;

  S3InputFile(S3Storage storage, Location location, int maxRange) {
    super(location, maxRange, storage.transfers());
    this.storage = storage;
    this.name = ObjectName.of(location);
  }

  @Override
  public long size() {
    requireOpen();
    if (size < 0) {
      try {
        HeadObjectResponse answer =
            storage.client().headObject(r -> r.bucket(name.bucket()).key(name.key()));
        size = S3Failures.length("HEAD", name, answer.contentLength());
      } catch (SdkException e) {
        throw storage.failures().failed("HEAD", name, e);
      }
    }
    return size;
  }

  @Override
  protected void fetch(List<Piece> pieces) {
    long first = pieces.get(0).position();
    Piece lastPiece = pieces.get(pieces.size() - 1);
    long end = lastPiece.position() + lastPiece.length();
    try {
      request(
          "bytes=%d-%d".formatted(first, end - 1),
          (answer, body) -> {
            long at = begin(answer, first);
            if (size >= 0 && size < end) {
              throw endsBefore(pieces, size);
            }
            for (Piece piece : pieces) {
              storage.counts().read(skip(body, piece.position() - at) + piece.length());
              fill(body, piece.target(), piece.offset(), piece.length());
              at = piece.position() + piece.length();
            }
            return null;
          });
    } catch (S3Exception e) {
      if (e.statusCode() == 416) {
        throw endsBefore(pieces, sizeOf(e));
      }
      throw storage.failures().failed("GET", name, e);
    } catch (SdkException e) {
      throw failed(e);
    }
  }

  @Override
  public long readEnd(byte[] target) {
    requireOpen();
    if (target.length == 0) {
      return size();
    }
    try {
      request(
          "bytes=-" + target.length,
          (answer, body) -> {
            if (answer.contentRange() == null) {
              // The whole object: all there is where it is short, or a store without ranges.
              size = S3Failures.length("GET", name, answer.contentLength());
              skip(body, Math.max(0, size - target.length));
            } else {
              Matcher range = RANGE.matcher(answer.contentRange());
              if (!range.matches() || range.group(3).equals("*")) {
                throw strange(answer.contentRange(), "the last " + target.length + " bytes");
              }
              size = Long.parseLong(range.group(3));
              long start = Long.parseLong(range.group(1));
              long wanted = Math.max(0, size - target.length);
              if (start > wanted) {
                throw strange(answer.contentRange(), "the last " + target.length + " bytes");
              }
              skip(body, wanted - start);
            }
            int length = (int) Math.min(size, target.length);
            fill(body, target, 0, length);
            storage.counts().read(length);
            return null;
          });
    } catch (S3Exception e) {
      if (e.statusCode() != 416) {
        throw storage.failures().failed("GET", name, e);
      }
      // No byte of an empty object is among its last ones.
      size = 0;
    } catch (SdkException e) {
      throw failed(e);
    }
    return size;
  }

  private void request(String range, ResponseTransformer<GetObjectResponse, ?> take) {
    storage
        .client()
        .getObject(
            r -> r.bucket(name.bucket()).key(name.key()).range(range),
            (ResponseTransformer<GetObjectResponse, Object>)
                (answer, body) -> {
                  boolean whole = false;
                  try {
                    take.transform(answer, body);
                    // Sent back to the others only where nothing is left to come.
                    whole = answer.contentRange() != null && body.read() < 0;
                    return Boolean.TRUE;
                  } catch (IOException e) {
                    throw RetryableException.create("the answer was cut short", e);
                  } finally {
                    if (!whole) {
                      body.abort();
                    }
                  }
                });
  }

  /** Where a body begins; takes the size from the answer. */
  private long begin(GetObjectResponse answer, long wanted) {
    String contentRange = answer.contentRange();
    if (contentRange == null) {
      size = S3Failures.length("GET", name, answer.contentLength());
      return 0;
    }
    Matcher range = RANGE.matcher(contentRange);
    if (!range.matches() || Long.parseLong(range.group(1)) != wanted) {
      throw strange(contentRange, "bytes from " + wanted + " on");
    }
    if (range.group(3).equals("*")) {
      return wanted;
    }
    size = Long.parseLong(range.group(3));
    return wanted;
  }

  private StorageException strange(String contentRange, String wanted) {
    return new StorageException(
        "GET %s: %s were asked for, but \"%s\" came".formatted(name, wanted, contentRange),
        name.toString(),
        null,
        false);
  }

  private long skip(AbortableInputStream body, long bytes) throws IOException {
    long left = bytes;
    while (left > 0) {
      long skipped = body.skip(left);
      if (skipped <= 0) {
        if (body.read() < 0) {
          throw cut();
        }
        skipped = 1;
      }
      left -= skipped;
    }
    return bytes;
  }

  private void fill(AbortableInputStream body, byte[] target, int offset, int length)
      throws IOException {
    if (body.readNBytes(target, offset, length) < length) {
      throw cut();
    }
  }

  private static RetryableException cut() {
    return RetryableException.create("the answer was cut short");
  }

  private RuntimeException failed(SdkException e) {
    // What the reading of an answer has thrown, wrapped by the SDK.
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof io.azulejo.error.AzulejoException known) {
        return known;
      }
    }
    return storage.failures().failed("GET", name, e);
  }

  private long sizeOf(S3Exception outOfRange) {
    if (outOfRange.awsErrorDetails() != null
        && outOfRange.awsErrorDetails().sdkHttpResponse() != null) {
      Matcher found =
          SIZE.matcher(
              outOfRange
                  .awsErrorDetails()
                  .sdkHttpResponse()
                  .firstMatchingHeader("Content-Range")
                  .orElse(""));
      if (found.matches()) {
        size = Long.parseLong(found.group(1));
      }
    }
    return size();
  }
}
