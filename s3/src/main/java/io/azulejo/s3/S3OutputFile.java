package io.azulejo.s3;

import io.azulejo.internal.runtime.Transfers;
import io.azulejo.s3.Publication.Created;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * An object in the making: one request where all fits into a part, else an upload in equal parts
 * (some stores want them equal), which go to the store while more is written.
 */
final class S3OutputFile implements OutputFile {
  private static final int FIRST_BUFFER = 16 << 10;

  private final S3Storage storage;
  private final Location location;
  private final ObjectName name;
  private final int partSize;
  private final Created created = Created.unseen();
  private final List<FutureTask<CompletedPart>> parts = new ArrayList<>();
  private byte[] buffer = new byte[FIRST_BUFFER];
  private int buffered;
  private long size;
  private @Nullable String upload;
  private boolean finished;
  private boolean committed;

  S3OutputFile(S3Storage storage, Location location, int partSize) {
    this.storage = storage;
    this.location = location;
    this.name = ObjectName.of(location);
    this.partSize = partSize;
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
    requireOpen();
    int done = 0;
    while (done < length) {
      if (buffered == partSize) {
        sendPart();
      }
      int some = Math.min(length - done, partSize - buffered);
      if (buffered + some > buffer.length) {
        int grown = (int) Math.min(partSize, 2L * Math.max(buffer.length, buffered + some));
        buffer = Arrays.copyOf(buffer, grown);
      }
      System.arraycopy(source, offset + done, buffer, buffered, some);
      buffered += some;
      done += some;
      size += some;
    }
  }

  /** Sends what is buffered: in the background while the memory for that lasts, else here. */
  private void sendPart() {
    String id = upload;
    if (id == null) {
      id = begin();
      upload = id;
    }
    String uploadId = id;
    int number = parts.size() + 1;
    byte[] bytes = buffer;
    int length = buffered;
    if (storage.tryHold(length)) {
      buffer = new byte[Math.min(FIRST_BUFFER, partSize)];
      parts.add(
          storage
              .transfers()
              .begin(
                  () -> {
                    try {
                      return send(uploadId, number, bytes, length);
                    } finally {
                      storage.letGo(length);
                    }
                  }));
    } else {
      FutureTask<CompletedPart> task =
          new FutureTask<>(() -> send(uploadId, number, bytes, length));
      parts.add(task);
      Transfers.finish(task);
    }
    buffered = 0;
  }

  private String begin() {
    try {
      return storage
          .client()
          .createMultipartUpload(
              r -> {
                r.bucket(name.bucket()).key(name.key()).metadata(created.metadata());
                storage.options().encryption.ifPresent(r::serverSideEncryption);
                storage.options().encryptionKey.ifPresent(r::ssekmsKeyId);
                storage.options().storageClass.ifPresent(r::storageClass);
                storage.options().acl.ifPresent(r::acl);
              })
          .uploadId();
    } catch (SdkException e) {
      throw storage.failures().failed("POST", name, e, true);
    }
  }

  private CompletedPart send(String uploadId, int number, byte[] bytes, int length) {
    try {
      String tag =
          storage
              .client()
              .uploadPart(
                  r ->
                      r.bucket(name.bucket())
                          .key(name.key())
                          .uploadId(uploadId)
                          .partNumber(number)
                          .contentLength((long) length),
                  body(bytes, length))
              .eTag();
      return CompletedPart.builder().partNumber(number).eTag(tag).build();
    } catch (SdkException e) {
      throw storage.failures().failed("PUT", name, e, true);
    }
  }

  /** The first bytes of an array, which is not copied. */
  static RequestBody body(byte[] bytes, int length) {
    return RequestBody.fromContentProvider(
        () -> new ByteArrayInputStream(bytes, 0, length), length, "application/octet-stream");
  }

  @Override
  public void commit() {
    requireOpen();
    finished = true;
    if (upload == null) {
      storage.put(name, created, buffer, buffered);
    } else {
      if (buffered > 0) {
        sendPart();
      }
      complete(upload);
    }
    committed = true;
    buffer = new byte[0];
  }

  private void complete(String uploadId) {
    List<CompletedPart> all = new ArrayList<>();
    for (FutureTask<CompletedPart> part : parts) {
      all.add(Transfers.finish(part));
    }
    storage
        .publication()
        .publish(
            "POST",
            name,
            created.of(size),
            storage.dialect().completesConditionally(),
            (client, conditional) ->
                client.completeMultipartUpload(
                    r -> {
                      r.bucket(name.bucket())
                          .key(name.key())
                          .uploadId(uploadId)
                          .multipartUpload(u -> u.parts(all));
                      if (conditional) {
                        r.ifNoneMatch("*");
                      }
                    }));
  }

  /** Checks that nothing has ended the writing yet. */
  void requireOpen() {
    if (finished) {
      throw new IllegalStateException(location + " is complete or closed: nothing can be added");
    }
  }

  @Override
  public void close() {
    finished = true;
    buffer = new byte[0];
    String id = upload;
    upload = null;
    if (id == null || committed) {
      return;
    }
    // Parts that come after the upload has ended would be kept, and paid for.
    for (FutureTask<CompletedPart> part : parts) {
      try {
        Transfers.finish(part);
      } catch (RuntimeException e) {
        // Nobody needs the part any more.
      }
    }
    try {
      storage
          .client()
          .abortMultipartUpload(r -> r.bucket(name.bucket()).key(name.key()).uploadId(id));
    } catch (SdkException | IllegalStateException e) {
      // Parts stay unseen; a rule of the bucket deletes them (docs/stores.md).
    }
  }
}
