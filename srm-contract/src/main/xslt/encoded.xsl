<?xml version="1.0" encoding="UTF-8"?>
<!-- The rpc/encoded rendering that ?wsdl shows: what clients of SRM v2.2 were generated from. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  <xsl:template match="@* | node()">
    <xsl:copy><xsl:apply-templates select="@* | node()"/></xsl:copy>
  </xsl:template>
  <xsl:template match="soap:body/@use">
    <xsl:attribute name="use">encoded</xsl:attribute>
    <xsl:attribute name="encodingStyle">http://schemas.xmlsoap.org/soap/encoding/</xsl:attribute>
  </xsl:template>
</xsl:stylesheet>
