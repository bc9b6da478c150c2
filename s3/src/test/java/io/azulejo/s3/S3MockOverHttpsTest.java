package io.azulejo.s3;

import io.azulejo.testkit.ThirdPartyServer.Kind;
import java.util.Map;

/** Over HTTPS, with checksums of all that is sent, as AWS gets them. */
class S3MockOverHttpsTest extends S3MockContract {
  S3MockOverHttpsTest() {
    super(Kind.S3MOCK_HTTPS);
  }

  @Override
  Map<String, String> settings() {
    Map<String, String> settings = super.settings();
    settings.put("vfs.s3.verify_ssl", "false");
    settings.put("azulejo.s3.checksums", "always");
    return settings;
  }
}
