package io.azulejo.s3;

import io.azulejo.storage.Location;
import io.azulejo.storage.UnfinishedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/**
 * Uploads in parts that nobody has completed or ended, such as killed writers leave: no listing of
 * objects shows them, but their parts are paid for. Servers that do not list them are taken to have
 * none.
 */
final class Uploads {
  private final S3Connection connection;
  private final S3Failures failures;

  Uploads(S3Connection connection, S3Failures failures) {
    this.connection = connection;
    this.failures = failures;
  }

  /** Those of objects in a folder: a request for each 1,000. */
  List<UnfinishedFile> in(Location folder) {
    ObjectName name = ObjectName.of(folder);
    List<UnfinishedFile> found = new ArrayList<>();
    ListMultipartUploadsResponse page = null;
    do {
      page = page(name, page);
      for (MultipartUpload upload : page.uploads()) {
        // Some servers take a prefix for a name.
        if (upload.key().startsWith(name.inside())
            && upload.key().length() > name.inside().length()) {
          found.add(
              new UnfinishedFile(
                  folder.resolve(upload.key().substring(name.inside().length())),
                  upload.uploadId(),
                  upload.initiated() == null
                      ? OptionalLong.empty()
                      : OptionalLong.of(upload.initiated().toEpochMilli())));
        }
      }
    } while (Boolean.TRUE.equals(page.isTruncated()) && page.nextKeyMarker() != null);
    return found;
  }

  private ListMultipartUploadsResponse page(
      ObjectName folder, @Nullable ListMultipartUploadsResponse before) {
    ListMultipartUploadsRequest.Builder request =
        ListMultipartUploadsRequest.builder().bucket(folder.bucket()).prefix(folder.inside());
    if (before != null) {
      request.keyMarker(before.nextKeyMarker()).uploadIdMarker(before.nextUploadIdMarker());
    }
    try {
      return connection.client().listMultipartUploads(request.build());
    } catch (SdkException e) {
      if (S3Failures.isNotImplemented(e)) {
        return ListMultipartUploadsResponse.builder().isTruncated(false).build();
      }
      throw failures.failed("LIST uploads of", folder.withKey(folder.inside()), e);
    }
  }

  /** Ends one; its parts are gone. Does nothing if it was completed or ended already. */
  void end(UnfinishedFile upload) {
    ObjectName name = ObjectName.of(upload.location());
    try {
      connection
          .client()
          .abortMultipartUpload(r -> r.bucket(name.bucket()).key(name.key()).uploadId(upload.id()));
    } catch (SdkException e) {
      if (!S3Failures.isMissingObject(e)) {
        throw failures.failed("DELETE", name, e);
      }
    }
  }
}
