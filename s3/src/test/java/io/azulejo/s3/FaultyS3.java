package io.azulejo.s3;

import io.azulejo.storage.Location;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.ObjectFaultsContract;
import io.azulejo.testkit.S3Server;
import java.net.URI;
import java.util.Map;

/** The store of S3, for tests in which requests fail. */
final class FaultyS3 implements ObjectFaultsContract.Store {
  @Override
  public URI server() {
    return S3Server.shared().endpoint();
  }

  @Override
  public Location bucket() {
    return Location.of("s3://" + S3Server.shared().newBucket());
  }

  @Override
  public ObjectStorage open(URI endpoint, Map<String, String> settings) {
    return Stores.of(endpoint, settings);
  }

  @Override
  public Map<String, String> tries(int number) {
    return Map.of("vfs.s3.connect_max_tries", Integer.toString(number));
  }
}
