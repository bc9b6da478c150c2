package io.azulejo.s3;

import io.azulejo.testkit.ThirdPartyServer.Kind;

class S3MockTest extends S3MockContract {
  S3MockTest() {
    super(Kind.S3MOCK);
  }
}
