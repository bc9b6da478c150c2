package io.azulejo.azure;

import io.azulejo.storage.Location;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.AzureServer;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.ObjectFaultsContract;
import java.net.URI;
import java.util.Map;

/** The store of Azure, for tests in which requests fail. */
final class FaultyAzure implements ObjectFaultsContract.Store {
  @Override
  public URI server() {
    return AzureServer.shared().endpoint();
  }

  @Override
  public Location bucket() {
    return Location.of("azure://" + AzureServer.shared().newContainer());
  }

  @Override
  public ObjectStorage open(URI endpoint, Map<String, String> settings) {
    return Stores.of(endpoint, settings);
  }

  @Override
  public Map<String, String> tries(int number) {
    return Map.of("vfs.azure.max_retries", Integer.toString(number - 1));
  }

  @Override
  public FaultProxy.Fault error(int status, String code) {
    return exchange ->
        exchange.answer(
            status,
            Map.of("x-ms-error-code", code, "Content-Type", "application/xml"),
            "<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>"
                + code
                + "</Code><Message>made up by a test\nRequestId:1</Message></Error>");
  }

  @Override
  public String path(String name) {
    return name.replace("/", "%2F");
  }
}
