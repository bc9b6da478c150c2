package io.azulejo.storage.objects;

import static io.azulejo.storage.objects.RequestCounts.Kind.DELETE;
import static io.azulejo.storage.objects.RequestCounts.Kind.POST;
import static io.azulejo.storage.objects.RequestCounts.Kind.PUT;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.objects.ObjectClient.Target;
import io.azulejo.storage.objects.Publication.Created;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A new object. It is created with one request if it fits into one part. Otherwise it is uploaded
 * in parts while writing continues. All parts but the last have the same size, because some stores
 * require this.
 */
final class ObjectOutputFile implements OutputFile {
  private final ObjectStorage storage;
  private final Location location;
  private final ObjectName name;
  private final Created created = Created.unseen();
  private final FileParts<String> parts;
  private @Nullable String upload;
  private boolean finished;
  private boolean committed;

  ObjectOutputFile(ObjectStorage storage, Location location, ObjectName name, int partSize) {
    this.storage = storage;
    this.location = location;
    this.name = name;
    this.parts =
        new FileParts<>(partSize, storage.transfers, storage.uploadMemory, new PartSender());
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public long size() {
    return parts.size();
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    requireOpen();
    parts.write(source, offset, length);
  }

  /** Begins a multipart upload and sends its parts. */
  private final class PartSender implements FileParts.Sender<String> {
    @Override
    public void begin() {
      if (!storage.client.keepsUploads()) {
        // A random id keeps concurrent writers of the same name from mixing their parts.
        upload = UUID.randomUUID().toString();
        return;
      }
      try {
        Target target = Target.of(name, storage.publication.metadata(created), false);
        upload = storage.requests.send(POST, name, () -> storage.client.beginUpload(target));
      } catch (ObjectFailure e) {
        throw storage.requests.failed(POST, name, e, true);
      }
    }

    @Override
    public String send(int number, byte[] bytes, int length) {
      String id = Objects.requireNonNull(upload);
      try {
        return storage.requests.send(
            PUT,
            name,
            () -> {
              storage.requests.counts().written(length);
              return storage.client.uploadPart(name, id, number, bytes, length);
            });
      } catch (ObjectFailure e) {
        throw storage.requests.failed(PUT, name, e, true);
      }
    }
  }

  @Override
  public void commit() {
    requireOpen();
    finished = true;
    if (parts.anySent()) {
      List<String> all = parts.finish();
      String id = Objects.requireNonNull(upload);
      storage.publication.publish(
          POST,
          name,
          created.of(parts.size()),
          storage.client.completesConditionally(),
          target -> storage.client.completeUpload(target, id, all));
    } else {
      storage.publication.put(name, created, parts.buffered(), parts.bufferedLength());
    }
    committed = true;
    parts.close();
  }

  /** Throws if the file is committed or closed. */
  void requireOpen() {
    if (finished) {
      throw new InvalidRequestException(
          location + " is complete or closed; nothing can be appended");
    }
  }

  @Override
  public void close() {
    finished = true;
    // Wait for the parts: a part that arrived after the upload was aborted would be kept and
    // billed.
    parts.close();
    String id = upload;
    upload = null;
    if (id == null || committed || !storage.client.keepsUploads()) {
      return;
    }
    try {
      storage.requests.run(DELETE, name, () -> storage.client.abortUpload(name, id));
    } catch (ObjectFailure | AzulejoException | IllegalStateException e) {
      // The parts stay invisible. Garbage collection or a bucket rule deletes them.
    }
  }
}
