/** Arrow vectors as servers send them, for the tests of decoding. */
package io.dorischangelog.client.wire;
