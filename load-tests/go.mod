module bora/loadtests

go 1.19
