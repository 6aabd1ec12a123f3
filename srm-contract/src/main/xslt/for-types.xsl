<?xml version="1.0" encoding="UTF-8"?>
<!-- The WSDL that types are generated from: every field optional and none nillable, so that all become plain
     Java fields in which absent is null. What is required is said by soap/, in a status that names it. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <xsl:template match="@* | node()">
    <xsl:copy><xsl:apply-templates select="@* | node()"/></xsl:copy>
  </xsl:template>
  <xsl:template match="xsd:element/@nillable | xsd:element/@minOccurs"/>
  <xsl:template match="xsd:element">
    <xsl:copy>
      <xsl:apply-templates select="@*"/>
      <xsl:attribute name="minOccurs">0</xsl:attribute>
    </xsl:copy>
  </xsl:template>
</xsl:stylesheet>
