package io.azulejo.s3;

import io.azulejo.storage.Settings;
import io.azulejo.storage.StoreMemory;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.S3Server;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** Stores for tests. */
final class Stores {
  private Stores() {}

  /** A store of a server, with more settings than are needed to reach it. */
  static ObjectStorage of(URI endpoint, Map<String, String> more) {
    S3Options options = options(endpoint, more);
    return S3ObjectClient.storage(options, new AwsDialect(options), StoreMemory.UNLIMITED);
  }

  /** What sends requests to a server. */
  static S3Connection connection(URI endpoint, Map<String, String> more) {
    S3Options options = options(endpoint, more);
    return new S3Connection(options, new AwsDialect(options));
  }

  private static S3Options options(URI endpoint, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("vfs.s3.endpoint_override", endpoint.toString());
    settings.put("vfs.s3.aws_access_key_id", S3Server.KEY_ID);
    settings.put("vfs.s3.aws_secret_access_key", S3Server.SECRET);
    settings.put("vfs.s3.connect_scale_factor", "1");
    settings.putAll(more);
    return S3Options.of(Settings.of(settings));
  }
}
