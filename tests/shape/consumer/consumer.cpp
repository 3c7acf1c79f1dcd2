#include <iostream>
#include <ulna/ulna.h>

int main()
{
  std::cout << "ulna " << ulna_version() << ": "
            << "linked" << '\n';
}
